"""Faults planted in solutions/beam_search.py: old text, new text, the stage that finds it, its words."""

PENALTY = "((5 + length) / 6) ** alpha"
HYPOTHESIS = "Hypothesis(total / penalty(length, alpha), total, ids)"
WITH_EOS = "Hypothesis(total / penalty(length, alpha), total, [*ids, EOS])"
TOP = "    logits = logits - logits.max(axis=1, keepdims=True)\n"
WORDS = "range(log_p.shape[1])"
WORD_P = "np.where(np.isin(np.arange(log_p.shape[1]), [PAD, BOS, UNK]), -np.inf, log_p[row])"
LIKELIEST = "{EOS, *np.argpartition(" + WORD_P + ", -beam)[-beam:].tolist()}"
LIMIT = "len(sentence) + max_extra"
SELECT = "state.select(rows, stay)"
SELECT_IF_FEWER = "_ = len(rows) == len(log_p) or state.select(rows, stay)"
FIRST = "words, each = [BOS] * len(sentences), 1  # `each`: rows of a sentence"
COPIES = """live = [each * beam for each in live]
    state.select([i for i in running for _ in range(beam)], running)
    words, each = [BOS] * (len(sentences) * beam), beam"""
FIRST_TOTAL = "for slot, (total, ids) in enumerate([(live[i][0][0], ids) for _, ids in live[i]]):  #"

MAX_EXTRA, LATER = "alpha=0.6, max_extra=50, nbest=1):\n", "    {0} = {1} if {0} is None else {0}\n"

MUTANTS = [
    ("[[(0.0, [])]", "[[(0.0, [BOS])]", "interface", "contains BOS"),
    (HYPOTHESIS, WITH_EOS, "interface", "contains EOS"),
    ("word not in (PAD, BOS, UNK)", "word not in (PAD, BOS)", "interface", "contains UNK"),
    ("hypotheses[:nbest]", "hypotheses[0]", "interface", "needs 1 to nbest"),
    ("hypotheses[:nbest]", "hypotheses", "interface", "needs 1 to nbest"),
    ("[*sentence, EOS]", "[*sentence, PAD]", "interface", "must end with EOS = 2"),
    ("words, each = [BOS]", "words, each = [EOS]", "interface", "start with BOS = 1"),
    ("beam=4", "beam=5", "interface", "the defaults must be {'beam': 4"),
    (SELECT, "", "interface", "call state.select first"),
    (FIRST, COPIES, "forward", "none of them twice"),
    ("-hypothesis.score", "-hypothesis.log_probability", "forward", "the best score comes first"),
    ("-candidate[0]", "candidate[0]", "forward", "sort the wrong way"),
    (SELECT, SELECT_IF_FEWER, "forward", "belong together"),
    ("parents.append(row)", "parents.append(row % beam)", "forward", "mixed up sentences"),
    (LIMIT, LIMIT + " + 1", "forward", "and EOS is one of them"),
    (WORDS, LIKELIEST, "forward", "fewer than the beam has hypotheses"),
    (f"min({LIMIT}, model.longest)", LIMIT, "adversarial", "at most 3 pieces"),
    (TOP, "", "adversarial", "exp overflows"),
    ("for slot, (total, ids)", FIRST_TOTAL, "forward", "is wrong"),
    (LIMIT, f"min({LIMIT}, 50)", "adversarial", "may have 30 + 50 pieces"),
    (
        MAX_EXTRA,
        MAX_EXTRA.replace("50", "None") + LATER.format("max_extra", 20),
        "adversarial",
        "may have 30 + 50 pieces",
    ),
    (PENALTY, "((5 + min(length, 20)) / 6) ** alpha", "adversarial", "score is wrong"),
]
