"""What other programs call the flags of minitrans, and which flag the user probably meant."""

import dataclasses

from ..config import Config, flag
from ..system.errors import UserError, nearest

OF_TRAIN = {flag(field.name): "it belongs to minitrans train" for field in dataclasses.fields(Config)}

WORDS = {  # {what to write here: (what it is, the names of the flag elsewhere)}
    "--steps": (
        "the number of updates; minitrans does not count epochs",
        "epochs epoch num-epochs max-epochs num-train-epochs max-steps train-steps max-update iterations iters",
    ),
    "--rate": ("a factor on the paper's learning rate", "lr learning-rate max-lr peak-lr"),
    "--batch-tokens": (
        "tokens on each side of a batch",
        "batch-size batch bs max-tokens train-batch-size per-device-train-batch-size micro-batch-size",
    ),
    "--accumulate": (
        "batches per update",
        "gradient-accumulation-steps grad-accum accum accum-count update-freq accumulation-steps",
    ),
    "--backend": ("cupy: on the GPU", "device gpu gpus cuda use-cuda use-gpu gpu-id gpu-ids accelerator cpu"),
    "--dtype": (
        "float32, float64, tf32 or bfloat16",
        "fp16 bf16 fp32 amp half precision mixed-precision float16 bfloat16 tf32",
    ),
    "--clip": ("the largest norm of the gradient", "max-grad-norm clip-norm grad-clip gradient-clip-val"),
    "--warmup": ("counted in steps", "warmup-steps warmup-updates num-warmup-steps warm-up"),
    "--label-smoothing": ("from 0 to 1", "smoothing label-smoothing-factor"),
    "--patience": ("early stopping, counted in validations", "early-stopping early-stopping-patience"),
    "--minutes": ("a time limit", "hours time max-time time-limit"),
    "--shards": ("parts of a batch, one thread each", "threads workers num-workers num-threads jobs nproc n-jobs"),
    "--seed": ("a whole number", "random-seed manual-seed random-state"),
    "--valid-steps": ("steps between two validations", "eval-steps eval-every eval-interval validate-interval"),
    "--log-steps": ("steps between two lines of the log", "log-interval log-every logging-steps report-every"),
    "--checkpoint-steps": (
        "steps between two checkpoints",
        "save-steps save-every save-interval save-checkpoint-steps save-freq",
    ),
    "--keep": ("newest checkpoints to keep", "save-total-limit keep-checkpoints keep-last-epochs"),
    "--layers": ("as many in the encoder as in the decoder", "num-layers n-layers n-layer encoder-layers depth"),
    "--d-model": (
        "the width of every layer",
        "hidden-size hidden hidden-dim emb-size embed-dim embedding-dim dim dmodel n-embd encoder-embed-dim",
    ),
    "--d-ff": (
        "the inner width of the feed-forward network",
        "ffn-dim ffn-size ffn-hidden dff dim-feedforward intermediate-size filter-size encoder-ffn-embed-dim",
    ),
    "--heads": ("h of the paper", "num-heads n-heads n-head nhead attention-heads encoder-attention-heads"),
    "--vocabulary": ("pieces of the byte pair encoding", "vocab vocab-size bpe bpe-size num-merges"),
    "--max-length": (
        "in pieces",
        "max-len max-seq-len max-seq-length seq-len sequence-length block-size max-source-length context-length",
    ),
    "--beam": ("hypotheses per sentence", "beam-size beam-width num-beams beams"),
    "--alpha": ("exponent of the length penalty", "length-penalty lenpen length-alpha"),
    "--max-extra": ("pieces more than the source has", "max-new-tokens max-len-b max-decode-length max-target-length"),
    "--average": ("newest checkpoints to average", "average-checkpoints avg num-average"),
    "--nbest": ("translations per sentence", "n-best num-return-sequences top-k"),
    "--preset": ("a named configuration, see minitrans presets", "config arch architecture size model model-size"),
    "--corpus": ("a corpus by its name, see minitrans presets", "dataset dataset-name data data-set task-name"),
    "--train-src": (
        "and --train-tgt, --valid-src and --valid-tgt",
        "src tgt source target train train-file train-data source-lang target-lang ref input",
    ),
    "--out": (
        "the new folder",
        "output o output-dir outdir save-dir save save-to save-path model-dir checkpoint-dir log-dir logdir",
    ),
    "--init": ("fine-tuning of a run", "pretrained finetune fine-tune finetune-from-model restore-file warm-start"),
    "--resume": ("continues the run of --out", "continue resume-from resume-from-checkpoint load-checkpoint load"),
    "--run": ("the folder of a run", "model model-path model-dir checkpoint checkpoint-path ckpt load path out"),
    "--to": ("the format", "format type output-format"),
    "--input": ("a file of sentences", "file src source in-file input-file infile"),
    "--src": ("sentences, one per line", "input source"),
    "--ref": ("reference translations, one per line", "tgt target reference references"),
    "--tgt": ("translations, one per line", "ref target reference output"),
    "> FILE": ("results go to standard output", "output out o out-file output-file outfile"),
    "minitrans draw heads": ("attention as a picture", "attention"),
    "minitrans watch": ("curves in the browser", "tensorboard wandb use-wandb report-to visdom"),
}


def unknown_flag(given, command, flags):
    """-> the UserError for a flag that a command does not have; flags: those that it has"""
    word = "--" + given.partition("=")[0].lstrip("-").replace("_", "-").lower()
    answers = {each: (each, f"there is no such flag; did you mean {each}?") for each in flags}
    of_train = dict(OF_TRAIN)
    for ours, (about, words) in WORDS.items():
        for other in (f"--{each}" for each in words.split()):
            if ours in flags or not ours.startswith("--"):
                answers.setdefault(other, (ours, f"write {ours} ({about})"))
            elif ours in OF_TRAIN:
                of_train.setdefault(other, f"minitrans train has {ours} ({about})")
    near = word if word in answers else nearest(word, flags, likeness=0.7) or nearest(word, answers, likeness=0.75)
    if near != word and word in of_train:
        return UserError(f"{given}: {command} has no such flag; {of_train[word]}")
    meant, hint = answers.get(near, (None, f"there is no such flag; see {command} --help"))
    return UserError(f"{given}: {hint}", meant)
