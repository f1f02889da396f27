from pathlib import Path

from rag.browse.card_lines import citing_lines, findings_about, lines_at, lines_of
from tests.fakes.corpus import make_card
from tests.rag.browse.shelf import FINDINGS, MILK, NOW, store_of, whole_shelf


def test_lines_come_in_the_order_asked_for(tmp_path: Path) -> None:
    store, _ = whole_shelf(tmp_path)
    assert [line.card_id for line in lines_at(store, [3, 0, 99, -1])] == ["town/bus/fare", "shop/food/bread"]
    assert [line.card_id for line in lines_of(store, ["shop/food/milk", "gone"])] == ["shop/food/milk"]


def test_a_line_says_what_its_card_says(tmp_path: Path) -> None:
    store, _ = whole_shelf(tmp_path)
    bread, milk = lines_at(store, [0, 1])
    assert (bread.title, bread.type, bread.path, bread.trust) == (
        "Bread price",
        "Fee",
        "shop/food/bread.md",
        "human-reviewed",
    )
    assert bread.findings == 2
    assert milk.stale_after == MILK.stale_after
    assert milk.stale(NOW)
    assert not bread.stale(NOW)


def test_more_rows_than_a_statement_takes_are_read(tmp_path: Path) -> None:
    store = store_of(tmp_path, [make_card(f"a/b/{number:04d}") for number in range(1201)])
    assert len(lines_at(store, range(1201))) == 1201


def test_findings_about_a_file_are_in_its_order(tmp_path: Path) -> None:
    store, _ = whole_shelf(tmp_path)
    assert findings_about(store, "shop/food/bread.md") == FINDINGS[:2]
    assert findings_about(store, "nowhere.md") == ()


def test_citing_cards_are_cut_at_the_limit_and_leave_out_the_card_itself(tmp_path: Path) -> None:
    hub = make_card("a/b/hub", links=("a/b/hub",))
    others = [make_card(f"a/b/x{number}", links=("a/b/hub",)) for number in range(3)]
    store = store_of(tmp_path, [hub, *others])
    assert [line.card_id for line in citing_lines(store, "a/b/hub", limit=2)] == ["a/b/x0", "a/b/x1"]
