"""The model card of an exported model: a README.md for the Hugging Face Hub, to be filled in."""

from pathlib import Path

from .. import __version__
from ..config.presets import parameters
from ..system.errors import plain
from ..system.files import reading


def card(run, kind):
    """-> the text, with TODO for what the run does not know"""
    config, score = run.config, run.result or {}
    with reading(run.path / "result.json", "not a result of minitrans"):
        bleu = f"{score['bleu']:.2f} ({score['test']}, `{score['signature']}`)" if "bleu" in score else "TODO"
    corpus = ", ".join(Path(path).name for path in run.text.files.get("train", [])) or "TODO"
    encoder, decoder = config.depths
    sizes = f"{encoder} + {decoder} layers, d_model {config.d_model}, d_ff {config.d_ff}, {config.heads} heads"
    return plain(f"""---
license: TODO
language:
- TODO
pipeline_tag: translation
---

# {run.path.name}

A translator trained with minitrans {__version__}, exported for {kind}.

| | |
|---|---|
| languages | TODO: from which to which |
| training text | {corpus} TODO: where it comes from, its licence |
| BLEU | {bleu} |
| model | Transformer, {sizes}, {config.vocabulary:,} pieces, {parameters(config) / 1e6:.1f} million parameters |
| training | {score.get("steps", "TODO")} steps, {score.get("seconds", "TODO")} seconds |
| licence of the weights | TODO |

## What it should not be used for

TODO
""")
