"""The site: python -m sphinx -n -W -c docs/site . build/site

The sources are the files of the repository where they lie, so a link between two files works here as it does there.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # the extensions beside this file

project = "minitrans"
author = copyright = "The minitrans authors"
html_title = project
root_doc = "docs/site/contents"
include_patterns = [
    "*.md",
    "chapters/*.md",
    "chapters/*.ipynb",
    "data/README.md",
    "docs/**.md",
    "docs/site/reference/*.rst",
    "minitrans/grading/README.md",
]
exclude_patterns = [".*", "build", "runs", "**/.ipynb_checkpoints"]
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.mathjax", "sphinx.ext.viewcode"]
extensions += ["docstrings", "equations", "front_page", "library", "links", "lite", "local_mathjax", "pictures"]

nb_execution_mode = "off"
nb_merge_streams = True
nb_code_prompt_show, nb_code_prompt_hide = "Show the code that draws", "Hide the code that draws"
myst_enable_extensions = ["dollarmath", "html_image"]
myst_heading_anchors = 3
myst_html_meta = {"description": "The Transformer of Attention Is All You Need from scratch, every backward by hand"}
suppress_warnings = ["myst.header"]  # each cell of a notebook begins at the level of its own headings
smartquotes = False  # texts are shown as they are written
highlight_language = "none"  # where a block names no language

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_preserve_defaults = True  # xp=np, not where NumPy lies on this machine
add_module_names = False
toc_object_entries_show_parents = "hide"
nitpick_ignore_regex = [("py:class", ".*")]  # a type in a signature; links of authors name modules

html_theme = "sphinx_book_theme"
html_static_path = ["static"]
html_favicon = "static/icon.svg"
html_css_files, html_js_files = ["site.css"], ["print.js"]
html_search_scorer = str(Path(__file__).with_name("search.js"))
html_context = {"default_mode": "auto"}
html_theme_options = {"logo": {"text": project}, "navbar_persistent": [], "show_toc_level": 2}
