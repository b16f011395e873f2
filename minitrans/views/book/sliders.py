"""Controls for a picture: a slider for each argument of the function that draws it."""

import inspect
import os

from IPython.display import display


def slide(draw, **values):
    """Call draw() with a control for each argument in `values`, and again whenever the reader moves one.

    values: for each argument, a list of its values, or a range, which also gets a button that plays it as a film.
        A control starts at the default of the argument of `draw`.
    Without the package ipywidgets, or if the environment variable MINITRANS_STILL is set (as when chapters are stored),
    the picture of the defaults is drawn, and nothing moves.
    """
    widgets = None if os.environ.get("MINITRANS_STILL") else import_widgets()
    if widgets is None:
        draw()
        return
    parameters = inspect.signature(draw).parameters
    controls = {name: control(widgets, each, parameters[name].default) for name, each in values.items()}
    rows = [widgets.HBox([widgets.Label(name), *row]) for name, row in controls.items()]
    output = widgets.interactive_output(draw, {name: row[-1] for name, row in controls.items()})
    display(widgets.VBox([*rows, output]))


def import_widgets():
    try:
        import ipywidgets
    except ImportError:
        return None
    return ipywidgets


def control(widgets, values, start):
    """-> the widgets of one argument; the last of them holds its value"""
    if not isinstance(values, range):
        return [widgets.SelectionSlider(options=list(values), value=start)]
    limits = dict(min=values[0], max=values[-1], step=values.step, value=start)
    play, slider = widgets.Play(**limits, interval=800), widgets.IntSlider(**limits)
    widgets.jslink((play, "value"), (slider, "value"))
    return [play, slider]
