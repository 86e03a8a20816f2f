"""Folders of results: files named by what they hold, written aside, synced, renamed."""

from __future__ import annotations

import contextlib
import hashlib
import os
import uuid
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from ._needs import fsspec

if TYPE_CHECKING:
    from collections.abc import Callable

DIGITS = 16
"""Of a hash in a name, in base 16."""


class _Hashed:
    """A file that hashes what is written to it; Arrow's writers write from start to end."""

    closed = False

    def __init__(self, file: IO[bytes]) -> None:
        self.file, self.hash, self.count = file, hashlib.sha256(), 0

    def write(self, data: Any) -> int:
        view = memoryview(data)
        self.hash.update(view)
        self.file.write(view)
        self.count += view.nbytes
        return view.nbytes

    def tell(self) -> int:
        return self.count

    def flush(self) -> None:
        pass

    def close(self) -> None:
        pass


class Folder(NamedTuple):
    """A folder by its address: a path, or what fsspec knows."""

    url: str

    @property
    def fs(self) -> Any:
        return fsspec().core.url_to_fs(self.url)[0]

    def path(self, name: str = "") -> str:
        root = str(fsspec().core.url_to_fs(self.url)[1]).rstrip("/")
        return f"{root}/{name}" if name else root

    def under(self, name: str) -> Folder:
        return Folder(f"{self.url.rstrip('/')}/{name}")

    @property
    def is_local(self) -> bool:
        return "file" in _protocols(self.fs)

    def make(self) -> None:
        self.fs.makedirs(self.path(), exist_ok=True)

    def names(self) -> list[str]:
        """The files in it, in order; none if it is not there."""
        fs, root = self.fs, self.path()
        fs.invalidate_cache()
        if not fs.isdir(root):
            return []
        found = fs.ls(root, detail=True)
        return sorted(one["name"].rsplit("/", 1)[-1] for one in found if one["type"] == "file")

    def open(self, name: str) -> Any:
        return self.fs.open(self.path(name), "rb")

    def remove(self, name: str) -> None:
        self.fs.rm_file(self.path(name))

    def put(self, stem: str, ending: str, write: Callable[[Any], None]) -> str:
        """Writes a file named `STEM-HASH.ENDING`, all or nothing: its name."""
        fs, aside = self.fs, f".{stem}-{uuid.uuid4().hex}.tmp"
        self.make()
        try:
            with fs.open(self.path(aside), "wb") as raw:
                hashed = _Hashed(raw)
                write(hashed)
                raw.flush()
                if self.is_local:
                    os.fsync(raw.fileno())
            name = f"{stem}-{hashed.hash.hexdigest()[:DIGITS]}.{ending}"
            if self.is_local:
                os.replace(self.path(aside), self.path(name))
                _sync(self.path())
            else:
                fs.mv(self.path(aside), self.path(name))
        except BaseException as error:
            with contextlib.suppress(OSError):
                self.remove(aside)
            if isinstance(error, OSError):
                raise OSError(
                    error.errno,
                    f"{self.url}: {error.strerror or error}; the parts that are there are whole: "
                    "make room, or whatever this asks for, and run the same command again",
                ) from None
            raise
        return name

    def whole(self, stem: str, ending: str, names: list[str] | None = None) -> str | None:
        """The file of a stem whose bytes are those that its name promises, if it is there."""
        for name in self.names() if names is None else names:
            start, _, end = name.rpartition("-")
            if start == stem and end == f"{self.hash_of(name)}.{ending}":
                return name
        return None

    def hash_of(self, name: str) -> str:
        """The hash of a file's bytes, as names have it."""
        with self.open(name) as file:
            return digest(file)[:DIGITS]


def digest(file: IO[bytes]) -> str:
    """The SHA-256 of all that a file holds."""
    found = hashlib.sha256()
    while block := file.read(1 << 20):
        found.update(block)
    return found.hexdigest()


def files_of(url: str, what: str) -> list[str]:
    """The Parquet files of an address: of a file, a folder, or a pattern; in order."""
    fs, path = fsspec().core.url_to_fs(url)
    if fs.isdir(path):
        found = [one for one in fs.find(path, maxdepth=1) if one.endswith(".parquet")]
        found = [one for one in found if not one.rsplit("/", 1)[-1].startswith((".", "_"))]
    elif "*" in path:
        found = fs.glob(path)
    else:
        found = [path] if fs.exists(path) else []
    if not found:
        raise FileNotFoundError(f"{what}: no Parquet file at {url}")
    return [str(fs.unstrip_protocol(one)) for one in sorted(found)]


def absolute(url: str) -> str:
    """An address that means the same to every worker, wherever it runs."""
    fs, path = fsspec().core.url_to_fs(url)
    return str(fs.unstrip_protocol(path))


def opened(url: str) -> Any:
    """A file of any address, to be read."""
    return fsspec().open(url, "rb").open()


def _protocols(fs: Any) -> tuple[str, ...]:
    found = fs.protocol
    return (found,) if isinstance(found, str) else tuple(found)


def _sync(folder: str) -> None:
    held = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(held)
    finally:
        os.close(held)
