"""Models on the Hugging Face Hub, by name."""

import os
import re
from pathlib import Path

from ..system.errors import UserError
from .packages import needed
from .tensors import FILES as TENSORS

NAME = re.compile(r"[A-Za-z0-9][\w.-]*/[\w.-]+")
NEEDED = "config.json", "vocab.json", "source.spm", "target.spm"
OPTIONAL = "generation_config.json", "target_vocab.json"


def is_name(path):
    """Whether this can be the name of a model on the hub: two words with a slash, and no folder here"""
    path = str(path)
    return bool(NAME.fullmatch(path)) and not os.path.exists(path) and not os.path.isdir(path.partition("/")[0])


def download(name):
    """-> the folder where huggingface_hub keeps the files of a model; UserError if it cannot get them

    Files that are already there are used without checking the network.
    """
    hub = needed("huggingface_hub")
    try:
        *kept, tensors, older = (hub.try_to_load_from_cache(name, file) for file in NEEDED + TENSORS)
        if all(isinstance(path, str) for path in kept) and any(isinstance(path, str) for path in (tensors, older)):
            return Path(kept[0]).parent
        paths = [Path(hub.hf_hub_download(name, file)) for file in NEEDED]
        for file in OPTIONAL:
            get_if_there(hub, name, file)
        if not get_if_there(hub, name, TENSORS[0]):  # last, so that a model with tensors is complete
            hub.hf_hub_download(name, TENSORS[1])
    except hub.errors.RepositoryNotFoundError:
        raise UserError(f"{name}: neither a folder here nor a model on the Hugging Face Hub") from None
    except Exception as error:  # from huggingface_hub, and from the network library below it
        reason = str(error).strip().partition("\n")[0] or type(error).__name__
        raise UserError(f"{name}: cannot be downloaded from the Hugging Face Hub ({reason})") from None
    return paths[0].parent


def get_if_there(hub, name, file):
    """-> the path of a file that not every model has, or None"""
    try:
        return hub.hf_hub_download(name, file)
    except hub.errors.LocalEntryNotFoundError:  # there is no network
        raise
    except hub.errors.EntryNotFoundError:
        return None
