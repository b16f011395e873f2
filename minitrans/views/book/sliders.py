"""Controls for a picture: a slider for each argument of the function that draws it."""

import inspect
import os
from collections.abc import Callable, Iterable

from IPython.display import display
from IPython.utils.capture import capture_output


def slide(draw: Callable, **values: Iterable) -> None:
    """Call draw() with a control for each argument in `values`, and show a new picture whenever the reader moves one.

    values: for each argument, a list of its values, or a range or {label: value}, which also get a button that plays
        them as a film.  A control starts at the default of the argument of `draw`.
    With a single control all pictures are drawn at the start, so that it reacts at once.  With several there are too
    many, so each is drawn when it is first needed.
    Without the package ipywidgets, or if the environment variable MINITRANS_STILL is set (as when chapters are stored),
    the picture of the defaults is drawn, and nothing moves.
    """
    widgets = None if os.environ.get("MINITRANS_STILL") else import_widgets()
    if widgets is None:
        draw()
        return
    parameters, pictures = inspect.signature(draw).parameters, {}

    def picture(**chosen):
        key = tuple(chosen.values())
        if key not in pictures:
            with capture_output() as pictures[key]:
                draw(**chosen)
        return pictures[key]

    controls = {name: control(widgets, each, parameters[name].default) for name, each in values.items()}
    rows = [widgets.HBox([widgets.Label(name), *row]) for name, row in controls.items()]
    moved = {name: row[-1] for name, row in controls.items()}
    output = widgets.interactive_output(lambda **chosen: picture(**chosen).show(), moved)
    display(widgets.VBox([*rows, output]))
    if len(values) == 1:
        ((name, each),) = values.items()
        for value in each.values() if isinstance(each, dict) else each:
            picture(**{name: value})


def import_widgets():
    try:
        import ipywidgets
    except ImportError:
        return None
    return ipywidgets


def control(widgets, values, start):
    """-> the widgets of one argument; the last of them holds its value"""
    if isinstance(values, dict):
        slider = widgets.SelectionSlider(options=list(values.items()), value=start)
        return [player(widgets, slider, "index", range(len(values)), slider.index), slider]
    if not isinstance(values, range):
        return [widgets.SelectionSlider(options=list(values), value=start)]
    slider = widgets.IntSlider(min=values[0], max=values[-1], step=values.step, value=start)
    return [player(widgets, slider, "value", values, start), slider]


def player(widgets, slider, what, values, start):
    """A button that moves a slider from one value to the next"""
    play = widgets.Play(min=values[0], max=values[-1], step=values.step, value=start, interval=800)
    widgets.jslink((play, "value"), (slider, what))
    return play
