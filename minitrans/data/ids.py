"""The special ids."""

PAD, BOS, EOS, UNK = 0, 1, 2, 3  # padding, begin of sentence, end of sentence, unknown piece
SPECIAL = "<pad>", "<s>", "</s>", "<unk>"  # their names in this order
