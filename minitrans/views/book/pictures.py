"""Pictures in a notebook: colours that the colour-blind can tell apart, and a text for readers who cannot see them."""

from io import BytesIO

import matplotlib.pyplot as plt
from IPython.display import display

INK, GREY = "#333333", "#767676"
# The palette of Okabe and Ito; ORANGE is its vermilion, YELLOW its orange.
BLUE, ORANGE, GREEN, PURPLE, SKY, YELLOW = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00"

STYLE = {
    "axes.prop_cycle": plt.cycler(color=[BLUE, ORANGE, GREEN, PURPLE, SKY, YELLOW]),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.constrained_layout.use": True,
    "figure.dpi": 100,
    "font.size": 9,
    "legend.frameon": False,
}
plt.rcParams.update(STYLE)


def show(text, png=None):
    """Show the current figure of pyplot and close it, or a picture in PNG.  text: for readers who cannot see it."""
    if png is None:
        file = BytesIO()
        plt.savefig(file, format="png", bbox_inches="tight")
        plt.close()
        png = file.getvalue()
    display({"image/png": png, "text/plain": text}, metadata={"image/png": {"alt": text}}, raw=True)
