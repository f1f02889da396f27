import json

import pytest

from rag.browse.provenance import Provenance, Source, Stamp, read_provenance


def test_stamps_and_sources_are_read() -> None:
    found = read_provenance(
        json.dumps(
            {
                "generated": {"by": "writer/1", "at": "2026-01-01"},
                "verified": [{"by": "human:kim", "at": "2026-02-01"}, {"by": "process:x"}],
                "sources": [{"id": "law", "title": "The law", "resource": "https://law.example/1", "author": "a"}],
            }
        )
    )
    assert found == Provenance(
        Stamp("writer/1", "2026-01-01"),
        (Stamp("human:kim", "2026-02-01"), Stamp("process:x", "")),
        (Source("law", "The law", "https://law.example/1", "https://law.example/1", "a", ""),),
    )


def test_a_bare_mapping_is_a_list_of_one() -> None:
    assert read_provenance(json.dumps({"verified": {"by": "human:kim"}})).verified == (Stamp("human:kim", ""),)


@pytest.mark.parametrize("value", [None, "x", ["x"], [None], 3])
def test_other_shapes_are_left_out(value: object) -> None:
    found = read_provenance(json.dumps({"generated": value, "verified": value, "sources": value}))
    assert found == Provenance(None, (), ())


def test_an_unsafe_source_is_no_link() -> None:
    (source,) = read_provenance(json.dumps({"sources": [{"resource": "javascript:x"}]})).sources
    assert (source.resource, source.link) == ("javascript:x", None)
