from pathlib import Path

import pytest

from rag.errors import CorpusError
from rag.evaluation.conversations.bundle import BUNDLE, open_bundle
from rag.evaluation.conversations.folder import read_conversations
from tests.fakes.conversations import NORTH, SECTIONS, SOUTH, write_conversations
from tests.fakes.embedder import HashingEmbedder
from tests.rag.evaluation.conversations.asked_town import serve, settings_in


def test_each_section_is_a_card_that_knows_its_document(tmp_path: Path) -> None:
    bundle = serve(read_conversations(write_conversations(tmp_path / "set")), tmp_path)
    assert bundle.documents == {"asked/000000": NORTH, "asked/000001": NORTH, "asked/000002": SOUTH}
    card = bundle.engine.index().cards.get("asked/000001")
    assert card is not None
    assert (card.title, card.body.strip()) == ("Payroll dates", "The payroll deadline is in spring.")


def test_metadata_stands_in_the_frontmatter_where_the_product_reads_names(tmp_path: Path) -> None:
    bundle = serve(read_conversations(write_conversations(tmp_path / "set")), tmp_path)
    names = {(name.field, name.name): name for name in bundle.engine.index().names((BUNDLE,))}
    assert names["agency", "Northport Council"].card_ids == ("asked/000000", "asked/000001")
    assert [form.written for form in names["project", "Payroll renewal / Northport Council"].forms] == [
        "Payroll renewal",
        "wages",
    ]


def test_a_folder_without_metadata_has_no_names(tmp_path: Path) -> None:
    bundle = serve(read_conversations(write_conversations(tmp_path / "set", docmeta=None)), tmp_path)
    assert bundle.engine.index().names((BUNDLE,)) == ()
    assert bundle.settings.bundles[BUNDLE].agency_pattern == ""


def test_agencies_look_as_in_the_configured_bundle_of_the_language(tmp_path: Path) -> None:
    sections = [{"id": "a", "text": "기관 A의 예산은 얼마입니다."}]
    questions = [{"id": "q", "text": "예산은?", "expected_doc_ids": ["a"]}]
    folder = write_conversations(
        tmp_path / "set", sections=sections, questions=questions, docmeta={"a": {"agency": "기관 A"}}
    )
    settings = settings_in(tmp_path)
    dosi = settings.bundles["dosi"].model_copy(update={"agency_pattern": "기관 [A-Z]"})
    town = settings.bundles["town"].model_copy(update={"agency_pattern": "Agency [A-Z]"})
    settings = settings.model_copy(update={"bundles": {"town": town, "dosi": dosi}})
    bundle = open_bundle(read_conversations(folder), tmp_path / "work", settings, HashingEmbedder())
    served = bundle.settings.bundles[BUNDLE]
    assert (served.language, served.agency_pattern) == ("ko", "기관 [A-Z]")


def test_a_second_run_embeds_no_card_and_leaves_none_of_the_first(tmp_path: Path) -> None:
    first, second = HashingEmbedder(), HashingEmbedder()
    serve(read_conversations(write_conversations(tmp_path / "set")), tmp_path, first)
    fewer = read_conversations(write_conversations(tmp_path / "fewer", sections=(SECTIONS[0], SECTIONS[2])))
    bundle = serve(fewer, tmp_path, second)
    assert (len(first.card_texts), len(second.card_texts)) == (3, 0)
    assert sorted(bundle.engine.index().cards.ids) == sorted(bundle.documents)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "work").write_text("in the way", encoding="utf-8")
    with pytest.raises(CorpusError, match="The cards of 'set' cannot be written to 'work'"):
        serve(read_conversations(write_conversations(tmp_path / "set")), tmp_path)
