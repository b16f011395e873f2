"""The numbers of the paper that our runs are compared with: Tables 2 and 3."""

# Table 3: perplexity per word piece and BLEU on newstest2013, and millions of parameters if the row gives them.
TABLE_3 = {
    "base": (4.92, 25.8, 65),
    "table3-A1": (5.29, 24.9, None),
    "table3-A2": (5.00, 25.5, None),
    "table3-A3": (4.91, 25.8, None),
    "table3-A4": (5.01, 25.4, None),
    "table3-B1": (5.16, 25.1, 58),
    "table3-B2": (5.01, 25.4, 60),
    "table3-C1": (6.11, 23.7, 36),
    "table3-C2": (5.19, 25.3, 50),
    "table3-C3": (4.88, 25.5, 80),
    "table3-C4": (5.75, 24.5, 28),
    "table3-C5": (4.66, 26.0, 168),
    "table3-C6": (5.12, 25.4, 53),
    "table3-C7": (4.75, 26.2, 90),
    "table3-D1": (5.77, 24.6, None),
    "table3-D2": (4.95, 25.5, None),
    "table3-D3": (4.67, 25.3, None),
    "table3-D4": (5.47, 25.7, None),
    "table3-E": (4.92, 25.7, None),
    "big": (4.33, 26.4, 213),
}
VOCABULARY = 37_000  # Section 5.1
FITTED = {name: 36_000 if name == "big" else 41_000 for name in TABLE_3}  # vocabularies that give the paper's counts


def estimate(seconds, devices, tflops):
    """The training cost in floating point operations, as the paper estimates it (Section 6.1)."""
    return seconds * devices * tflops * 1e12


SUSTAINED = dict(K80=2.8, K40=3.7, M40=6.0, P100=9.5)  # TFLOPS in single precision (Section 6.1, footnote 5)
BASE, BIG = (estimate(hours * 3600, 8, SUSTAINED["P100"]) for hours in (12, 3.5 * 24))  # Section 5.2
TABLE_2 = {  # BLEU on newstest2014 (EN-DE, EN-FR), training cost (EN-DE, EN-FR)
    "ByteNet": (23.75, None, None, None),
    "Deep-Att + PosUnk": (None, 39.2, None, 1.0e20),
    "GNMT + RL": (24.6, 39.92, 2.3e19, 1.4e20),
    "ConvS2S": (25.16, 40.46, 9.6e18, 1.5e20),
    "MoE": (26.03, 40.56, 2.0e19, 1.2e20),
    "Deep-Att + PosUnk Ensemble": (None, 40.4, None, 8.0e20),
    "GNMT + RL Ensemble": (26.30, 41.16, 1.8e20, 1.1e21),
    "ConvS2S Ensemble": (26.36, 41.29, 7.7e19, 1.2e21),
    "Transformer (base)": (27.3, 38.1, BASE, BASE),
    "Transformer (big)": (28.4, 41.8, BIG, BIG),
}
