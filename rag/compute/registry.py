"""The computations there are: a name a card may give, and the code of this package that it stands for."""

from collections.abc import Mapping

from rag.compute import clock, clock_attester, crs, crs_attester
from rag.compute.crs_parameters import CRS_PARAMETERS
from rag.compute.types import Attester, Computation, Executor, Parameter


def _clock(executor: Executor, attester: Attester, parameters: tuple[Parameter, ...]) -> Computation:
    return Computation(executor, attester, clock_attester.NAME, parameters)


REGISTRY: Mapping[str, Computation] = {
    crs.NAME: Computation(crs.score, crs_attester.derive, crs_attester.NAME, CRS_PARAMETERS),
    "clock-now": _clock(clock.tell_now, clock_attester.derive_now, clock.NOW_PARAMETERS),
    "clock-days-between": _clock(clock.count_days, clock_attester.derive_days, clock.BETWEEN_PARAMETERS),
    "clock-deadline": _clock(clock.set_deadline, clock_attester.derive_deadline, clock.DEADLINE_PARAMETERS),
    "clock-convert": _clock(clock.convert, clock_attester.derive_conversion, clock.CONVERT_PARAMETERS),
}
"""Names are looked up here and nowhere else: a card cannot bring code, a path or a module name."""
