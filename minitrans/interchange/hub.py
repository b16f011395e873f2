"""Models on the Hugging Face Hub, by name."""

import re
from pathlib import Path

from ..errors import UserError
from .packages import needed
from .tensors import FILES

NAME = re.compile(r"[A-Za-z0-9][\w.-]*/[\w.-]+")
SMALL_FILES = "*.json", "*.spm"


def is_name(path):
    """Whether this may be the name of a model on the hub: two words with a slash, and no folder here"""
    path = str(path)
    return bool(NAME.fullmatch(path)) and not Path(path).exists() and not Path(path.partition("/")[0]).is_dir()


def download(name):
    """-> the folder where huggingface_hub keeps the files of a model; UserError if it cannot get them"""
    hub = needed("huggingface_hub")
    get = hub.snapshot_download
    try:
        folder = Path(get(name, allow_patterns=[*SMALL_FILES, FILES[0]]))
        if not (folder / FILES[0]).is_file():
            folder = Path(get(name, allow_patterns=[*SMALL_FILES, FILES[1]]))
    except hub.errors.RepositoryNotFoundError:
        raise UserError(f"{name}: neither a folder here nor a model on the Hugging Face Hub") from None
    except Exception as error:  # of huggingface_hub, and of the network library below it
        reason = str(error).strip().partition("\n")[0] or type(error).__name__
        raise UserError(f"{name}: cannot be downloaded from the Hugging Face Hub ({reason})") from None
    return folder
