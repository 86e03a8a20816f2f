"""Runs every case through the Python packages of Coal, FCL and MuJoCo; prints JSON Lines.

    python3 peers.py CASES [LIBRARY...]        needs: pip install -r requirements.txt

A library that is not installed is left out, with a message on standard error. Cases run in a worker
process with a time limit; a crash or an endless loop costs one answer, and the next case gets a new
worker. judge.py decides which answers are right.
"""

import importlib
import importlib.metadata
import json
import multiprocessing
import sys

import judge
from libraries import NotExpressible

LIMIT = 10.0
# The name of the file that runs each library, and the package that must be installed.
LIBRARIES = {"coal": "coal", "fcl": "python-fcl", "mujoco": "mujoco"}


def main():
    file, *chosen = sys.argv[1:]
    with open(file, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    for name in chosen or LIBRARIES:
        for peer, row, answer in answers_of(name, rows):
            print(json.dumps({"id": row["id"], "peer": peer, **answer}), flush=True)


def answers_of(name, rows):
    try:
        peers = importlib.import_module(f"libraries.{name}_peer").PEERS
    except ImportError as missing:
        print(f"{name} is left out: {missing}", file=sys.stderr)
        return
    version = importlib.metadata.version(LIBRARIES[name])
    for peer in peers:
        worker = Worker(name, peer)
        for row in rows:
            yield peer, row, {"version": f"{LIBRARIES[name]} {version}"} | worker.ask(row)
        worker.stop()


class Worker:
    """A process that answers one row after the other."""

    def __init__(self, name, peer):
        self.name, self.peer, self.process = name, peer, None

    def ask(self, row):
        if self.process is None:
            # Not forked: a library that crashed must not leave anything behind in the next worker.
            context = multiprocessing.get_context("spawn")
            self.pipe, theirs = context.Pipe()
            self.process = context.Process(target=serve, args=(self.name, self.peer, theirs))
            self.process.start()
            theirs.close()
            if not (self.pipe.poll(60) and self.pipe.recv() == "ready"):
                raise RuntimeError(f"the worker for {self.peer} does not start")
        self.pipe.send(row)
        try:
            if self.pipe.poll(LIMIT):
                return self.pipe.recv()
            self.process.kill()
            self.stop()
            return {"outcome": judge.HANG}
        except EOFError:
            self.process.join()
            why = f"exit status {self.process.exitcode}"
            self.stop()
            return {"outcome": judge.CRASH, "why": why}

    def stop(self):
        if self.process is not None:
            self.pipe.close()
            self.process.join()
            self.process = None


def serve(name, peer, pipe):
    ask = importlib.import_module(f"libraries.{name}_peer").PEERS[peer]
    pipe.send("ready")
    while True:
        try:
            row = pipe.recv()
        except EOFError:
            return
        try:
            answer = ask(row)
        except NotExpressible as why:
            answer = {"outcome": judge.NONE, "why": str(why)}
        except Exception as why:  # An exception of any kind is the library's answer.
            answer = {"outcome": judge.ERROR, "why": f"{type(why).__name__}: {why}"}
        pipe.send(answer)


if __name__ == "__main__":
    main()
