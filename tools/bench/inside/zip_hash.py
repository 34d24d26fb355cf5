"""The yardstick: reads every entry of a ZIP with `zipfile` and hashes it with `hashlib`. Prints its time without the interpreter's start."""
import hashlib
import json
import sys
import time
import zipfile

wall, cpu = time.perf_counter(), time.process_time()
with zipfile.ZipFile(sys.argv[1]) as archive:
    digests = [hashlib.sha256(archive.read(name)).hexdigest() for name in archive.namelist()]
print(
    json.dumps(
        {
            "wallMs": (time.perf_counter() - wall) * 1000,
            "cpuMs": (time.process_time() - cpu) * 1000,
            "files": len(digests),
        }
    )
)
