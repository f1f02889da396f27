"""Names the machine a measurement was made on, and reads what a process and a folder take."""

import os
import platform
import resource
import sys
from dataclasses import dataclass
from pathlib import Path

_MB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Machine:
    """What times depend on."""

    cpu: str
    cores: int
    """Those this process may use."""
    memory_mb: int
    system: str
    python: str
    load: float
    """Processes that ran or waited over the last minute; beyond `cores` times are longer than on an idle machine."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Resident memory of this process in MB, pages of mapped files included."""

    now: float
    peak: float


def this_machine(*, proc: Path = Path("/proc")) -> Machine:
    """Return the machine as it is now; what the system does not tell is `unknown` or 0."""
    return Machine(
        cpu=_cpu(proc / "cpuinfo"),
        cores=len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 0,
        memory_mb=os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // _MB,
        system=f"{platform.system()} {platform.release()}",
        python=platform.python_version(),
        load=round(os.getloadavg()[0], 2),
    )


def memory(*, proc: Path = Path("/proc")) -> Memory:
    """Return the resident memory of this process; where only the peak is known, it stands for both."""
    status = proc / "self" / "status"
    if status.is_file():
        lines = status.read_text(encoding="ascii", errors="replace").splitlines()
        kb = {
            name: int(value.split()[0]) for name, _, value in (line.partition(":") for line in lines) if "kB" in value
        }
        return Memory(kb["VmRSS"] / 1024, kb["VmHWM"] / 1024)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (_MB if sys.platform == "darwin" else 1024)
    return Memory(peak, peak)


def folder_mb(folder: Path) -> float:
    """Return the size of all files below a folder in MB."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / _MB


def _cpu(path: Path) -> str:
    if path.is_file():
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine() or "unknown"
