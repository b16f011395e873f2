"""What the chapters share: colours, pictures with a text, controls, and the diagram that shows where a chapter is."""

from ..plots import ATTENTION, BLUE, GREEN, GREY, INK, ORANGE, PURPLE, SKY, YELLOW
from .architecture import here
from .film import show_film
from .heads import show_heads
from .pictures import show
from .sliders import slide

__all__ = ["ATTENTION", "BLUE", "GREEN", "GREY", "INK", "ORANGE", "PURPLE", "SKY", "YELLOW"]
__all__ += ["here", "show", "show_film", "show_heads", "slide"]
