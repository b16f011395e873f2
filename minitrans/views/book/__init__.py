"""What the chapters share: colours, pictures with a text, controls, and the diagram that says where a chapter is."""

from ..plots import BLUE, GREEN, GREY, INK, ORANGE, PURPLE, SKY, YELLOW
from .architecture import here
from .pictures import show
from .sliders import slide

__all__ = ["BLUE", "GREEN", "GREY", "INK", "ORANGE", "PURPLE", "SKY", "YELLOW", "here", "show", "slide"]
