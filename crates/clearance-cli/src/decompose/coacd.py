"""Divides the mesh on standard input by CoACD; its parts go to standard output, both as JSON."""

import json
import os
import sys

# Whatever CoACD itself prints goes to standard error.
answer = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
try:
    import coacd
    import numpy
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(3)
given = json.load(sys.stdin)
coacd.set_log_level("error")
vertices = numpy.array(given["vertices"], dtype=numpy.double)
triangles = numpy.array(given["triangles"], dtype=numpy.int32)
parts = coacd.run_coacd(coacd.Mesh(vertices, triangles), **given["options"])
json.dump([{"vertices": v.tolist(), "triangles": t.tolist()} for v, t in parts], answer)
answer.close()
