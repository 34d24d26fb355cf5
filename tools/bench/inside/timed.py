"""Runs one program a line and tells its time: `{"argv": [...], "errors": path}` in, `{"wallMs", "cpuMs", "exit"}` out.

CPU time is that of the program and of every process it started (wait4), the killed ones included.
"""
import ctypes
import json
import os
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
# A process that was killed ends within this time.
ORPHANS_SECONDS = 5


def adopt_orphans():
    """A helper that its parent kills and does not wait for would end uncounted."""
    if not sys.platform.startswith("linux"):
        return
    try:
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    except (OSError, AttributeError):
        pass


def spent(usage):
    return (usage.ru_utime + usage.ru_stime) * 1000


def orphans():
    cpu, until = 0.0, time.monotonic() + ORPHANS_SECONDS
    while time.monotonic() < until:
        try:
            pid, _, usage = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return cpu
        if pid:
            cpu += spent(usage)
        else:
            time.sleep(0.001)
    return cpu


def run(argv, errors):
    redirected = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, errors, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
    ]
    start = time.perf_counter()
    pid = os.posix_spawnp(argv[0], argv, os.environ, file_actions=redirected)
    _, status, usage = os.wait4(pid, 0)
    wall = (time.perf_counter() - start) * 1000
    return {"wallMs": wall, "cpuMs": spent(usage) + orphans(), "exit": os.waitstatus_to_exitcode(status)}


adopt_orphans()
for line in sys.stdin:
    job = json.loads(line)
    print(json.dumps(run(job["argv"], job["errors"])), flush=True)
