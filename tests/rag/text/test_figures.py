from decimal import Decimal

import pytest

from rag.text.figures import figure, plain, whole


def test_commas_and_points_are_read_exactly() -> None:
    assert figure("50,000,000") == 50_000_000
    assert figure("1.5") == Decimal("1.5")
    assert figure("0") == 0


@pytest.mark.parametrize("written", ["1,5", "1.2.3", "007", "1,000,00", "", "5.", "9" * 18, "1.1234567"])
def test_what_is_no_plain_number_has_no_value(written: str) -> None:
    assert figure(written) is None


def test_a_value_without_a_fraction_is_an_int() -> None:
    assert isinstance(figure("13.00"), int)
    assert isinstance(whole(Decimal("1.5") * 10), int)


def test_plain_writes_neither_exponents_nor_closing_zeros() -> None:
    assert plain(100_000_000_000) == "100000000000"
    assert plain(Decimal("13.50")) == "13.5"
    assert plain(Decimal("0.000001")) == "0.000001"
