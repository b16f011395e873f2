"""Pictures in a notebook: their style, and a text for readers who cannot see them."""

from binascii import b2a_base64
from io import BytesIO

import matplotlib.pyplot as plt
from IPython.display import display

from ..plots import BLUE, GREEN, ORANGE, PURPLE, SKY, YELLOW

STYLE: dict = {
    "axes.prop_cycle": plt.cycler(color=[BLUE, ORANGE, GREEN, PURPLE, SKY, YELLOW]),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.constrained_layout.use": True,
    "figure.dpi": 100,
    "font.size": 9,
    "legend.frameon": False,
}
plt.rcParams.update(STYLE)


def show(text: str, png: bytes | None = None) -> None:
    """Show the current figure of pyplot and close it, or show a PNG picture.  text: for readers who cannot see it."""
    png = encoded(png) if png else drawn()
    display({"image/png": png, "text/plain": text}, metadata={"image/png": {"alt": text}}, raw=True)


def drawn():
    """-> the current figure of pyplot, which is closed, as an encoded PNG"""
    file, figure = BytesIO(), plt.gcf()
    figure.savefig(file, format="png", bbox_inches="tight", pil_kwargs={"optimize": True})  # plt.savefig draws again
    plt.close(figure)
    return encoded(file.getvalue())


def encoded(png):
    """In base64, because the kernel of a browser does not encode bytes"""
    return b2a_base64(png).decode()
