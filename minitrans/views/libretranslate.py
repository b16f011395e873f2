"""The part of LibreTranslate's public API that a translator of one pair of languages can answer.

Clients of LibreTranslate ask POST /translate and GET /languages.
"""

import time

from ..system.errors import UserError, say

NAMES = dict(cs="Czech", de="German", en="English", fr="French", ja="Japanese")
MOST_LINES, MOST_PIECES, MOST_ALTERNATIVES = 1000, 500, 10  # of a request; of a line; of a text


class LibreTranslate:
    """languages: the codes of the source and of the target; if these are unknown, every code is accepted
    lock: held while the translator works
    """

    def __init__(self, translator, languages, lock):
        self.translator, self.lock = translator, lock
        self.source, self.target = languages or ("source", "target")
        self.any = not languages

    def languages(self, query):
        """query: {} -> [{code, name, targets}]; the target language is there because a client may list it"""
        targets = {self.source: [self.target], self.target: []}
        return [dict(code=code, name=NAMES.get(code, code), targets=found) for code, found in targets.items()]

    def translate(self, fields):
        """fields: q, a text or a list of texts, each of one or more lines; source, target; alternatives, the number of
        other translations -> {translatedText, alternatives}.  UserError for a field that cannot be obeyed

        Each line is translated by itself, as in a file, so a line should be one sentence.
        """
        q, number = fields.get("q"), self.check(fields)
        texts = [q] if isinstance(q, str) else q
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise UserError("q: give a text or a list of texts, as JSON or as a form (curl -d)")
        lines = [text.splitlines() for text in texts]
        flat = [line for each in lines for line in each]
        if len(flat) > MOST_LINES:
            raise UserError(f"q: {len(flat):,} lines, but at most {MOST_LINES:,} are translated at once")
        if (longest := max(map(len, self.translator.encode(flat)), default=0)) > MOST_PIECES:
            raise UserError(f"q: a line has {longest} pieces, but at most {MOST_PIECES} are translated; split it")
        with self.lock:
            start = time.monotonic()
            found = iter(self.translator.search(flat, nbest=1 + number))
            seconds = time.monotonic() - start
        say(f"POST /translate: {len(flat)} {'line' if len(flat) == 1 else 'lines'}, {seconds:.2f} s")
        answers = [texts_of([next(found) for _ in each], number) for each in lines]
        translated, others = [first for first, *_ in answers], [rest for _, *rest in answers]
        if isinstance(q, str):
            translated, others = translated[0], others[0]
        return dict(translatedText=translated) | (dict(alternatives=others) if number else {})

    def check(self, fields):
        """-> the number of alternatives; UserError for another language or format than this server has"""
        for name, own, others in (("source", self.source, ("auto",)), ("target", self.target, ())):
            code = fields.get(name, own)
            if code not in (own, *others) and not self.any:
                raise UserError(
                    f"{name}: {code} is not supported; this server translates {self.source} to {self.target}"
                )
        if (kind := fields.get("format", "text")) != "text":
            raise UserError(f"format: {kind} is not supported; give text")
        number = str(fields.get("alternatives", 0))
        if not number.isdecimal() or int(number) > MOST_ALTERNATIVES:
            raise UserError(f"alternatives: {number[:20]} is not a number from 0 to {MOST_ALTERNATIVES}")
        return int(number)


def texts_of(found, number):
    """-> the translation of a text and `number` others.  found: for each of its lines, (score, text), best first

    A line with fewer translations, such as a blank one, has its best one in the others too.
    """
    return ["\n".join(line[min(rank, len(line) - 1)][1] for line in found) for rank in range(1 + number)]
