"""Fonts for every script: where DejaVu Sans lacks a character, another installed font draws it."""

import unicodedata
from functools import cache

from matplotlib.font_manager import fontManager, get_font
from matplotlib.text import Text

BASIC = "DejaVu Sans"  # comes with matplotlib
NOT_FOR_TEXT = "Last Resort", "STIXSize", "STIXNonUnicode", "cm"  # come with matplotlib, too


def choose_fonts(figure):
    """Give the texts of a figure fonts that have their characters -> the characters that no installed font has"""
    for axes in figure.axes:
        axes.get_xticklabels(), axes.get_yticklabels()  # they get their texts only now
    texts = figure.findobj(Text)
    for text in texts:
        text.set_text(printable(text.get_text()))  # but those of ticks are set again; so they are printable already
    missing = set("".join(text.get_text() for text in texts)) - {"\n"} - characters(BASIC)
    families = [BASIC]
    for family in other_families() if missing else ():
        if found := missing & characters(family):
            families.append(family)
            missing -= found
    if families != [BASIC]:
        for text in texts:
            text.set_fontfamily(families)
    return sorted(missing)


def printable(text):
    """A text without characters that cannot be drawn: � stands for control characters and halves of surrogate pairs."""
    return "".join("�" if unicodedata.category(c) in ("Cc", "Cs") and c != "\n" else c for c in text)


@cache
def characters(family):
    return {chr(code) for font in fontManager.ttflist if font.name == family for code in charmap(font.fname)}


def charmap(path):
    try:
        return get_font(path).get_charmap()
    except Exception:  # a damaged font, or one of a kind that matplotlib cannot draw
        return {}


def other_families():
    """Families of fonts, those without serifs first."""
    names = {font.name for font in fontManager.ttflist if not font.name.startswith(NOT_FOR_TEXT)}
    return sorted(names - {BASIC}, key=lambda name: ("Sans" not in name, "Mono" in name, name))
