"""The settings of a published model, config.json and generation_config.json.  Each value is checked when it is read."""

from ..data.ids import EOS
from ..system.errors import UserError
from ..system.files import read_json, reading
from ..tasks.constrained import Constraints

# Fields that must have this value: (the value, the default where the files do not say it)
REQUIRED = dict(
    model_type=("marian", None),
    scale_embedding=(True, False),
    static_position_embeddings=(True, True),
    normalize_before=(False, False),
    normalize_embedding=(False, False),
    add_final_layer_norm=(False, False),
    tie_word_embeddings=(True, True),
)
# Settings of transformers' search that minitrans does not have, with the values that change no translation.
# All other arguments of `generate` concern sampling, or additional results.
NEUTRAL = dict(
    do_sample=[False],
    num_beam_groups=[1],
    diversity_penalty=[0],
    penalty_alpha=[0],
    guidance_scale=[1],
    dola_layers=[],
    max_time=[],
    stop_strings=[[]],
    encoder_no_repeat_ngram_size=[0],
    repetition_penalty=[1],
    encoder_repetition_penalty=[1],
    exponential_decay_length_penalty=[],
    sequence_bias=[{}, []],
    constraints=[[]],
    force_words_ids=[[]],
    forced_decoder_ids=[[]],
    watermarking_config=[],
)
UNSUPPORTED = "which minitrans does not support"
FORBIDDING = "bad_words_ids", "suppress_tokens", "begin_suppress_tokens"  # what is not to be written


class Settings:
    """The values of both files.  generation_config.json has priority; null counts as missing."""

    def __init__(self, folder):
        """UserError for files that cannot be read, and for a model of another kind or with another search"""
        self.folder, self.values, self.paths = folder, {}, {}
        for path in (folder / "config.json", folder / "generation_config.json"):
            if path.name == "config.json" or path.is_file():
                self.read(path)
        for name, (value, default) in REQUIRED.items():
            if (own := self.values.get(name, default)) != value:
                raise self.refusal(name, own, f"minitrans reads only models with {value!r}")
        for name, values in NEUTRAL.items():
            if name in self.values and self.values[name] not in values:
                raise self.refusal(name, self.values[name], UNSUPPORTED)

    def read(self, path):
        with reading(path, "not the settings of a model"):
            said = read_json(path)
        if not isinstance(said, dict):
            raise UserError(f"{path}: not the settings of a model, but {shown(said)}")
        for name, value in said.items():
            if value is not None:
                self.values[name], self.paths[name] = value, path

    def get(self, name, kind, default=None, *, low=0, high=10**18):
        """-> a value of this type, a number from low to high; UserError if it has another, or none and no default"""
        value = self.values.get(name, default)
        fits = type(value) is kind or (kind is float and type(value) is int)
        if not fits or (kind in (int, float) and not low <= value <= high):
            wanted = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}[kind]
            if kind in (int, float):
                wanted += f" from {low} to {high}" if high < 10**18 else f" of at least {low}"
            raise self.refusal(name, value, f"not {wanted}")
        return value

    def choice(self, name, choices):
        """-> choices[value]"""
        value = self.get(name, str)
        if value not in choices:
            raise self.refusal(name, value, f"not {' or '.join(choices)}")
        return choices[value]

    def both(self, name, high):
        """-> the value that encoder and decoder share"""
        encoder, decoder = (self.get(f"{side}_{name}", int, low=1, high=high) for side in ("encoder", "decoder"))
        if encoder != decoder:
            raise self.refusal(f"decoder_{name}", decoder, f"not {encoder} as encoder_{name}; here both are the same")
        return encoder

    def constraints(self, numbers, end):
        """-> the Constraints of the search.  numbers: {their id: our id} of the pieces;  end: their id of the end"""
        if self.values.get("forced_eos_token_id", end) not in (end, [end]):
            raise self.refusal("forced_eos_token_id", self.values["forced_eos_token_id"], f"not the end, {end}")
        phrases, suppressed, first = (self.phrases(name, numbers) for name in FORBIDDING)
        begin = self.values.get("forced_bos_token_id")
        if begin is not None and (type(begin) is not int or begin not in numbers):
            raise self.refusal("forced_bos_token_id", begin, "not a piece of its vocabulary")
        if [EOS] in suppressed:
            raise self.refusal("suppress_tokens", self.values["suppress_tokens"], "so that no translation ends")
        # The start counts in min_length, and the end alone is no bad word.
        shortest = max(self.get("min_length", int, 0, low=0) - 1, self.get("min_new_tokens", int, 0, low=0))
        return Constraints(
            min_length=max(shortest, 0),
            no_repeat=self.get("no_repeat_ngram_size", int, 0, low=0),
            phrases=tuple(each for each in phrases + suppressed if each != [EOS]),
            not_first=tuple(id for [id] in first),
            first=numbers.get(begin),
            renormalize=self.get("renormalize_logits", bool, False),
        )

    def phrases(self, name, numbers):
        """-> lists of our ids"""
        said = self.values.get(name, [])
        phrases = [[id] for id in said] if name != "bad_words_ids" and isinstance(said, list) else said
        if not isinstance(phrases, list) or not all(isinstance(each, list) and each for each in phrases):
            raise self.refusal(name, said, "not lists of pieces")
        if not all(type(id) is int and id in numbers for each in phrases for id in each):
            raise self.refusal(name, said, "not pieces of its vocabulary")
        return [[numbers[id] for id in each] for each in phrases]

    def refusal(self, name, value, reason):
        path = self.paths.get(name, self.folder / "config.json")
        return UserError(f"{path}: {name} is {'missing' if value is None else shown(value)}, {reason}")


def shown(value):
    """A value, short enough for a message"""
    text = repr(value)
    return text if len(text) <= 60 else text[:60] + "..."
