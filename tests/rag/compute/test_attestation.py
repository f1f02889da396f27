from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from rag.compute.attestation import attest
from rag.compute.receipt import digest_of, seal
from rag.compute.registry import REGISTRY
from rag.compute.run import run
from rag.compute.types import Attested, Computation, Derived, Inputs, Receipt, Refused, RuleSet, Unattested
from rag.compute.wording import tell
from tests.rag.compute.asked import BASE, IN_FORCE, TODAY, checked, crs

CRS = REGISTRY["crs-score"]


def mismatches(receipt: Receipt) -> tuple[str, ...]:
    return attest(CRS, receipt, checked("crs-score", BASE), IN_FORCE).mismatches


def test_an_honest_receipt_passes() -> None:
    attestation = attest(CRS, crs(), checked("crs-score", BASE), IN_FORCE)
    assert attestation.passed
    assert attestation.digest == digest_of(crs())


def test_one_profile_at_one_time_always_gives_one_digest() -> None:
    assert crs().digest == crs().digest
    assert crs().digest != crs(age=32).digest


def test_a_changed_receipt_no_longer_fits_its_digest() -> None:
    changed = replace(crs(), unit="stars")
    assert mismatches(changed) == ("digest",)


def test_a_resealed_receipt_with_another_number_is_still_found_out() -> None:
    forged = seal(replace(crs(), result=500))
    assert mismatches(forged) == ("sum of the breakdown", "result")


def test_each_factor_that_differs_is_named() -> None:
    honest = crs()
    age = replace(honest.breakdown[0], points=110)
    forged = seal(replace(honest, breakdown=(age, *honest.breakdown[1:]), result=427 + 11))
    assert mismatches(forged) == ("result", "Age")


def test_a_receipt_for_other_inputs_or_another_time_is_found_out() -> None:
    assert mismatches(seal(replace(crs(), inputs={**crs().inputs, "age": 30}))) == ("inputs",)
    assert mismatches(seal(replace(crs(), at=IN_FORCE + timedelta(days=1)))) == ("clock",)


def test_a_hidden_expiry_or_other_rules_are_found_out() -> None:
    assert mismatches(seal(replace(crs(), expired=True))) == ("expiry",)
    later = RuleSet("later", date(2026, 11, 3), None, "")
    assert mismatches(seal(replace(crs(), rule_set=later))) == ("rule set",)
    assert mismatches(seal(replace(crs(), rule_set=None))) == ("rule set",)


def off_by_one(inputs: Inputs, now: datetime) -> Derived:
    derived = CRS.attester(inputs, now)
    assert isinstance(derived.result, int)
    return replace(derived, result=derived.result + 1)


def broken(inputs: Inputs, now: datetime) -> Derived:
    raise KeyError("a row is missing")


@pytest.mark.parametrize(
    ("computation", "named"),
    [
        (replace(CRS, attester=off_by_one), "result"),
        (replace(CRS, attester=broken), "second derivation"),
    ],
)
def test_a_failed_attestation_is_shown_as_failed_and_never_as_a_number(computation: Computation, named: str) -> None:
    outcome = run("crs-score", BASE, IN_FORCE, registry={"crs-score": computation})
    assert isinstance(outcome, Unattested)
    assert outcome.attestation.mismatches == (named,)
    assert tell(outcome) == (
        "crs-score failed its attestation, so no number is shown. The second derivation disagrees on: " + named + "."
    )
    assert "427" not in repr(outcome).replace(outcome.attestation.digest, "")


def test_an_expired_rule_set_says_so_right_beside_the_number() -> None:
    told = tell(run("crs-score", BASE, TODAY))
    assert told.startswith("427 points, by rules that are no longer in force. CRS rules of 2025-03-25")
    assert "The rules changed on 2026-11-03" in told
    assert "not modelled" in told


def test_rules_in_force_are_named_with_their_period_and_what_came_after() -> None:
    told = tell(run("crs-score", BASE, IN_FORCE))
    assert told.startswith("427 points. CRS rules of 2025-03-25, in force from 2025-03-25 to 2026-11-02. ")
    assert "The rules changed on 2026-11-03" in told


def test_a_refusal_tells_every_problem() -> None:
    told = tell(run("crs-score", {"age": 200, "education": "masters"}, IN_FORCE))
    assert "age: 200 is not allowed" in told
    assert "first_language: is required" in told


def test_a_name_that_is_not_registered_is_refused() -> None:
    outcome = run("os.system", {}, IN_FORCE)
    assert isinstance(outcome, Refused)
    assert "'os.system' is not registered" in outcome.problems[0].message
    assert "crs-score" in outcome.problems[0].message


@pytest.mark.parametrize("name", REGISTRY)
def test_every_registered_name_is_the_name_on_its_receipts(name: str) -> None:
    asked: dict[str, dict[str, object]] = {
        "crs-score": BASE,
        "clock-now": {"zone": "UTC"},
        "clock-days-between": {"start": "2026-03-03", "end": "2026-05-02"},
        "clock-deadline": {"start": "2026-03-03", "amount": 60},
        "clock-convert": {"at": "2026-03-03T09:00", "from_zone": "UTC", "to_zone": "Asia/Seoul"},
    }
    outcome = run(name, asked[name], IN_FORCE)
    assert isinstance(outcome, Attested)
    assert outcome.receipt.executor == name
