"""Faults planted in solutions/beam_search.py: old text, new text, the stage that finds it, its words."""

SCORE = "total / penalty(length, alpha)"
PENALTY = "((5 + length) / 6) ** alpha"
HYPOTHESIS = "Hypothesis(total / penalty(length, alpha), total, ids)"
WITH_EOS = "Hypothesis(total / penalty(length, alpha), total, [*ids, EOS])"
LOG = "np.log(np.exp(logits).sum(axis=1, keepdims=True))"
LOG_SOFTMAX = "log_softmax(np.array(model.step(model.xp.asarray(words), state).tolist()))"
LOGITS = "np.array(model.step(model.xp.asarray(words), state).tolist())"
TOP = "    logits = logits - logits.max(axis=1, keepdims=True)\n"
MASK_FIRST = "    logits[:, [PAD, BOS, UNK]] = -np.inf\n" + TOP
WORDS = "range(log_p.shape[1])"
WORD_P = "np.where(np.isin(np.arange(log_p.shape[1]), [PAD, BOS, UNK]), -np.inf, log_p[row])"
LIKELIEST = "{EOS, *np.argpartition(" + WORD_P + ", -beam)[-beam:].tolist()}"
STOP = "len(ended[i]) >= nbest and ended[i][nbest - 1].score >= best_hope"
STOP_AT_BEST = "ended[i] and ended[i][0].score >= best_hope"
LIMIT = "len(sentence) + max_extra"
STEP = "total + log_p[row, word], row"
SELECT = "state.select(rows, stay)"
SELECT_IF_FEWER = "_ = len(rows) == len(log_p) or state.select(rows, stay)"
FIRST = "words, each = [BOS] * len(sentences), 1  # `each`: rows of a sentence"
COPIES = """live = [each * beam for each in live]
    state.select([i for i in running for _ in range(beam)], running)
    words, each = [BOS] * (len(sentences) * beam), beam"""
SORT = "ended[i].sort(key=lambda hypothesis: -hypothesis.score)"
FEWER = "min(len(ended[i]), nbest)"
ENOUGH = "len(ended[i]) >= nbest and ended[i][0].score >= best_hope"
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
    (SCORE, "total / penalty(length - 1, alpha)", "forward", "EOS does not count"),
    (SCORE, "total / length", "forward", "divided by the length"),
    (PENALTY, "length**alpha", "forward", "divided by length^alpha"),
    (PENALTY, "(5 + length) ** alpha", "forward", "the 6 is left out"),
    (PENALTY, "((5 + length) / 6)", "forward", "alpha is ignored"),
    (SCORE, "total", "forward", "the length penalty is left out"),
    (SCORE, "total * penalty(length, alpha)", "forward", "multiplied by the penalty"),
    ("logits - " + LOG, "np.exp(logits - " + LOG + ")", "forward", "probabilities are added"),
    (LOG_SOFTMAX, LOGITS, "forward", "log_softmax is missing"),
    (TOP, MASK_FIRST, "forward", "removed before the softmax"),
    (STEP, "total + (word != EOS) * log_p[row, word], row", "forward", "log probability of EOS is left out"),
    (STEP, "log_p[row, word], row", "forward", "that of the last step only"),
    (STOP, "ended[i]", "forward", "end too early"),
    ("penalty(limits[i], alpha)", "penalty(length, alpha)", "forward", "end too early"),
    (STOP, STOP_AT_BEST, "forward", "end too early"),
    (FIRST, COPIES, "forward", "copies of it"),
    ("-candidate[0]", "candidate[0]", "forward", "sort the wrong way"),
    ("-hypothesis.score", "-hypothesis.log_probability", "forward", "best score must come"),
    (SELECT, SELECT_IF_FEWER, "forward", "belong together"),
    ("parents.append(row)", "parents.insert(0, row)", "forward", "belong together"),
    ("parents.append(row)", "parents.append(row % beam)", "forward", "mixed up sentences"),
    (LIMIT, LIMIT + " + 1", "forward", "and EOS is one of them"),
    (LIMIT, LIMIT + " - 1", "forward", "yours have at most"),
    (WORDS, LIKELIEST, "forward", "fewer than the beam has hypotheses"),
    (f"min({LIMIT}, model.longest)", LIMIT, "adversarial", "at most 3 pieces"),
    (TOP, "", "adversarial", "exp overflows"),
    ("candidates[: beam - len(ended[i])]", "candidates[:beam]", "integration", "beam - k live ones remain"),
    (SORT, f"{SORT}\n            del ended[i][nbest:]", "integration", "has ended keeps its place"),
    ("beam - len(ended[i])", f"beam - {FEWER}", "integration", "has ended keeps its place"),
    (STOP, "len(ended[i]) >= nbest", "forward", "end too early"),
    (STOP, ENOUGH, "forward", "end too early"),
    (PENALTY, "(5 + length) ** alpha / 6", "forward", "the whole power is divided by 6"),
    (PENALTY, "((6 + length) / 6) ** alpha", "forward", "6 + length in place of 5 + length"),
    (PENALTY, "((5 + length) / 6) ** 0.6", "forward", "alpha is ignored: it is always the default"),
    ("log_p[row, word], row", "log_p[row - 1, word], row", "forward", "belong together"),
    ("logits - " + LOG, "(logits - " + LOG + ") / np.log(2)", "forward", "logarithms to base 2"),
    ("for slot, (total, ids)", FIRST_TOTAL, "forward", "log_probability is wrong"),
    (LIMIT, f"min({LIMIT}, 50)", "adversarial", "may have 30 + 50 pieces"),
    (
        MAX_EXTRA,
        MAX_EXTRA.replace("50", "None") + LATER.format("max_extra", 20),
        "adversarial",
        "may have 30 + 50 pieces",
    ),
    (PENALTY, "((5 + min(length, 20)) / 6) ** alpha", "adversarial", "score is wrong"),
    (MAX_EXTRA, MAX_EXTRA.replace("0.6", "None") + LATER.format("alpha", 1.0), "forward", "alpha is ignored"),
    ("live[i][0][0] / pen", "live[i][-1][0] / pen", "forward", "end too early"),
]
