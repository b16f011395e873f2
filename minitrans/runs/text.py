"""The text that a run is trained and scored on: data.json has the paths of its files, and a checksum of each."""

import os
from contextlib import suppress
from functools import cached_property
from itertools import chain
from pathlib import Path

from ..data.catalog import BUNDLED
from ..data.corpora import corpus_files
from ..data.lines import stream_lines
from ..data.words import words
from ..system.errors import UserError
from ..system.files import file_sha256, number, read_json, reading, real, write_json
from ..tasks.tree_pairs import is_trees, tree_pairs

MODEL = BUNDLED / "model"  # the run that comes with minitrans; data/make_model.py has trained it
MOST_BYTES, MOST_WORDS = 10_000_000, 50_000  # of a training text whose words are listed


class Text:
    """The content of data.json in the folder of a run; without that file the text of the run is unknown.

    The bundled model has no such file.  Its text is the bundled corpus, wherever that is installed.
    """

    def __init__(self, folder: Path):
        self.folder = folder
        self.path = folder / "data.json"

    @property
    def files(self):
        """{split: [source path, target path, and so on for more pairs] or paths of trees}"""
        return self.read()[0]

    def read(self) -> tuple[dict, dict]:
        """-> (files, {path: SHA-256}); both are empty if the text is unknown, the second also in older runs"""
        if self.folder == MODEL:
            files = corpus_files("toy-en-de", BUNDLED)
            return {split: list(map(str, paths)) for split, paths in files.items()}, {}
        if not os.path.lexists(self.path):
            return {}, {}
        with reading(self.path, "does not say where the run's text is"):
            files = read_json(self.path)
            sha256, _ = dict(files.pop("sha256", {})), files.pop("length", None)
            texts = chain(*files.values(), sha256, sha256.values())
            if not all(isinstance(paths, list) for paths in files.values()) or {*map(type, texts)} - {str}:
                raise ValueError("paths and checksums must be strings")
            if not all((paths and len(paths) % 2 == 0) or is_trees(paths[0]) for paths in files.values()):
                raise ValueError("a split must have pairs of files of text, or files of trees")
            paths = filter(os.path.exists, chain.from_iterable(files.values()))
            if other := [path for path in paths if not os.path.isfile(path)]:  # a pipe would be waited for
                raise ValueError(f"{other[0]} is not a file")
            return {split: [str(Path(path)) for path in paths] for split, paths in files.items()}, sha256

    def save(self, files):
        """Write {split: paths} and the checksums, so that a resumed run uses the same text."""
        files = {split: [str(real(path)) for path in paths] for split, paths in files.items()}
        sha256 = {path: file_sha256(path) for paths in files.values() for path in paths}
        write_json(self.path, files | dict(sha256=sha256))

    def note(self, length):
        """Add the `length` to what is saved."""
        write_json(self.path, read_json(self.path) | dict(length=length))

    @cached_property
    def length(self):
        """The pieces that 99.9 % of the training sentences have at most; 0 if data.json does not say it"""
        with suppress(UserError), reading(self.path, "has no length"):
            return number(read_json(self.path), "length")
        return 0

    def changed(self, moved=()):
        """Paths of the files that have changed since the run was started, except those that were moved."""
        try:
            known = self.read()[1].items()
            return [path for path, before in known if path not in moved and file_sha256(path) != before]
        except (OSError, ValueError, TypeError) as error:  # ValueError: the name contains a null character
            about = f"{self.folder}: the run's text cannot be read ({error}); if it was moved, name its files again"
            raise UserError(about) from None

    def is_same(self, before, now):
        """Whether the files `now` have the checksums of those of a split, in another place."""
        try:
            known = self.read()[1]
            return [known.get(path) for path in before] == [file_sha256(path) for path in now]
        except OSError:
            return False

    def lines(self, *splits):
        """-> the sentences of the first of these splits whose files are there, and those of the training."""
        for sources in map(self.sources, splits):
            if sources and all(map(self.may_be_shown, sources)):
                if is_trees(sources[0]):
                    return (pair[0] for pair in tree_pairs(sources) if pair)
                return map(str.strip, chain.from_iterable(map(stream_lines, sources)))
        return iter(())

    def sources(self, split):
        """-> the paths of a split that have its sentences"""
        paths = self.files.get(split, [])
        return paths if all(map(is_trees, paths)) else paths[::2]

    @cached_property
    def words(self) -> set[str]:
        """The words of the source; empty if the text cannot be read, or is too large for a list"""
        found = set()
        with suppress(UserError, OSError, LookupError, ValueError):  # the last: a path with a lone surrogate
            if sum(map(os.path.getsize, self.sources("train"))) <= MOST_BYTES:
                found.update(words(" ".join(set(" ".join(self.lines("train")).split()))))
        return found if len(found) <= MOST_WORDS else set()

    def may_be_shown(self, path):
        """Whether others may see a file: it is inside the run, or the run has its checksum.

        The maker of the run can write any name into data.json.
        """
        try:
            inside = real(path).is_relative_to(real(BUNDLED if self.folder == MODEL else self.folder))
            return os.path.isfile(path) and (inside or self.read()[1].get(str(path)) == file_sha256(path))
        except (OSError, ValueError):  # ValueError: the name contains a null character
            return False
