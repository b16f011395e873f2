"""The ids that are no pieces of text."""

PAD, BOS, EOS, UNK = 0, 1, 2, 3  # padding, begin and end of a sentence, unknown
