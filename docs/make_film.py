"""The film of the page that tells its story by itself, as an animated WebP.  docs/make_pictures.py calls it.

The page runs on a clock that this script moves, so the film does not depend on how fast the machine is.
"""

import io

from PIL import Image

SIZE = dict(width=1280, height=740)  # narrow, so that its type is legible where the film is shown small
TICK = 125  # milliseconds of the page from one frame to the next
SPEED = 1.5  # the film is so many times as fast as the page
LONGEST = 180_000  # milliseconds after which each story has ended
REST = 4000  # milliseconds that the last frame is shown
COLOURS = 128

# A page scrolls and moves words by clocks of the browser: here it scrolls at once, and our ticks move the words.
AT_ONCE = """const into = Element.prototype.scrollIntoView;
Element.prototype.scrollIntoView = function (way) { into.call(this, { ...way, behavior: "instant" }); }"""
MOVE = """(tick) => document.getAnimations().forEach((each) => {
  each.pause();
  each.currentTime = (each.currentTime ?? 0) + tick;
})"""


def frames(browser, address, scheme):
    """-> [[PNG, milliseconds]], from the first caption to the end of the last; equal pictures are one"""
    tab = browser.new_page(color_scheme=scheme, viewport=SIZE)
    tab.clock.install(time=0)
    tab.clock.pause_at(1000)
    tab.add_init_script(AT_ONCE)
    tab.goto(address)
    caption, found = tab.locator("#caption"), []
    for _ in range(0, LONGEST, TICK):
        tab.clock.run_for(TICK)
        tab.evaluate(MOVE, TICK)
        if caption.is_visible():
            picture = tab.screenshot()
            if not found or picture != found[-1][0]:
                found.append([picture, 0])
            found[-1][1] += TICK / SPEED
        elif found:
            break
    if not found:
        raise SystemExit("the page tells no story: nothing with the id caption is seen")
    tab.close()
    return found


def record(browser, address, scheme, path):
    pictures, times = zip(*frames(browser, address, scheme), strict=True)
    first, *others = few_colours([Image.open(io.BytesIO(picture)).convert("RGB") for picture in pictures])
    durations = [*map(round, times[:-1]), REST]
    first.save(path, save_all=True, append_images=others, duration=durations, loop=0, lossless=True, method=3)
    print(f"{path}: {len(pictures)} frames, {sum(durations) / 1000:.0f} s, {path.stat().st_size / 1e6:.2f} MB")


def few_colours(pictures):
    """The same COLOURS for all pictures, so that what does not change costs nothing; the background stays exact"""
    some = pictures[:: max(1, len(pictures) // 9)]
    width, height = pictures[0].size
    sheet = Image.new("RGB", (width, height * len(some)))
    for i, picture in enumerate(some):
        sheet.paste(picture, (0, i * height))
    table = sheet.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
    corner, palette = (0, height - 1), table.getpalette()
    place = 3 * table.getpixel(corner)
    palette[place : place + 3] = sheet.getpixel(corner)
    table.putpalette(palette)
    return [picture.quantize(palette=table, dither=Image.Dither.NONE).convert("RGB") for picture in pictures]
