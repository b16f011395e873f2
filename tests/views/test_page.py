"""The scripts of the pages become one.  What no text can do in a file: test_model_page.py, test_hostile_text.py."""

import re

from minitrans.views.page import FOLDER, IMPORT, modules, text_of


def test_modules_become_one_script():
    """Each once, after what it imports, and with names that no other module has: a later function would replace it."""
    for entry in ("flow.js", "watch.js"):
        found = modules(entry, {})
        names = re.findall(r"^(?:async )?(?:function\*?|class) (\w+)", "\n".join(found.values()), re.M)
        names += re.findall(r"^(?:const|let) (\w+) =", "\n".join(found.values()), re.M)
        assert len(names) > 10 and len(set(names)) == len(names)
        order = list(found)
        for name in order:
            assert all(order.index(other) < order.index(name) for other in IMPORT.findall(text_of(name)))
    assert {path.name for path in FOLDER.glob("*.js")} == {*modules("flow.js", {}), *modules("watch.js", {})}


def test_lines_are_not_too_long():
    for path in [*FOLDER.glob("*.js"), *FOLDER.glob("*.css")]:
        assert max(map(len, path.read_text(encoding="utf-8").splitlines())) <= 120, path.name
