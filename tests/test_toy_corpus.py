"""The bundled corpus: its files, its splits, and the correctness of its German."""

import re
import subprocess
import sys
from collections import Counter, defaultdict
from itertools import combinations
from pathlib import Path

import pytest
import sacrebleu

DATA = Path(__file__).parents[1] / "data"
sys.path.insert(0, str(DATA))

import make_toy  # noqa: E402
import toy_grammar as grammar  # noqa: E402
import toy_lexicon as lexicon  # noqa: E402
from toy_grammar import ACC, DAT, Clause, NounPhrase, Predicate, Prepositional, Pronoun  # noqa: E402
from toy_lexicon import ADJECTIVES, BE, NOUNS, VERBS  # noqa: E402
from toy_sentences import Writer  # noqa: E402

SPLITS = {"train": (20_000, 22_000), "valid": (500, 500), "test": (500, 500)}
FILES = [f"{split}.{language}" for split in SPLITS for language in ("en", "de")]


def read(name):
    return (DATA / "toy" / name).read_text(encoding="utf-8").splitlines()


def words(sentence):
    return re.findall(r"[\w'-]+", sentence)


def lower_first(sentence):
    return sentence[0].lower() + sentence[1:]


@pytest.fixture(scope="module")
def text():
    return {name: read(name) for name in FILES}


@pytest.fixture(scope="module")
def corpus():
    return make_toy.make_corpus()


# The files --------------------------------------------------------------------------------------------------


def test_check_finds_the_files_up_to_date():
    assert subprocess.run([sys.executable, DATA / "make_toy.py", "--check"], timeout=60).returncode == 0


def test_check_notices_a_changed_or_missing_file(corpus, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(make_toy, "make_corpus", lambda: corpus)
    monkeypatch.setattr(make_toy, "DIRECTORY", tmp_path)
    monkeypatch.setattr(sys, "argv", ["make_toy.py"])
    assert make_toy.main() == 0
    for name in FILES:
        assert (tmp_path / name).read_bytes() == (DATA / "toy" / name).read_bytes()
    monkeypatch.setattr(sys, "argv", ["make_toy.py", "--check"])
    assert make_toy.main() == 0
    (tmp_path / "test.de").write_bytes((tmp_path / "test.de").read_bytes() + b"\n")
    (tmp_path / "train.en").unlink()
    assert make_toy.main() == 1
    assert capsys.readouterr().err.strip() == "not up to date: train.en, test.de"
    assert not (tmp_path / "train.en").exists()  # checking writes nothing


@pytest.mark.parametrize("name", FILES)
def test_files_are_small_plain_text(name, text):
    content = (DATA / "toy" / name).read_bytes()
    assert len(content) < 1_000_000
    assert content.endswith(b"\n") and b"\r" not in content and b"\t" not in content
    low, high = SPLITS[name.split(".")[0]]
    assert low <= len(text[name]) <= high
    for line in text[name]:
        assert re.fullmatch(r"[A-ZÄÖÜ][\w',-]*( [\w',-]+)*[.?]", line), line


@pytest.mark.parametrize("split", SPLITS)
def test_sides_belong_together(split, text):
    english, german = text[f"{split}.en"], text[f"{split}.de"]
    assert len(english) == len(german)
    assert all(source[-1] == target[-1] for source, target in zip(english, german, strict=True))
    assert {line[-1] for line in english} == {".", "?"}


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_sentence_occurs_twice(language, text):
    lines = [line for split in SPLITS for line in text[f"{split}.{language}"]]
    assert len(lines) >= 21_000
    assert [line for line, count in Counter(lines).items() if count > 1] == []


@pytest.mark.parametrize("split", SPLITS)
def test_the_readme_counts_right(split, text):
    sides = [[word for line in text[f"{split}.{language}"] for word in words(line)] for language in ("en", "de")]
    numbers = [len(text[f"{split}.en"]), *map(len, sides), *(len(set(side)) for side in sides)]
    row = " | ".join(f"{number:,}" for number in numbers)
    assert f"| `toy/{split}` | {row} |" in (DATA / "README.md").read_text(encoding="utf-8")


# The splits -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_test_word_is_known_from_training(language, text):
    counts = Counter(word for line in text[f"train.{language}"] for word in words(line))
    test_words = {word for line in text[f"test.{language}"] for word in words(line)}
    assert len(test_words) > 250
    assert sorted(word for word in test_words if counts[word] < 5) == []


def test_held_out_pairs(corpus):
    for split in ("train", "valid"):
        for pair in corpus[split]:
            assert not any(make_toy.held_out(*two) for two in combinations(pair.words(), 2)), pair.en
    related = [{tuple(sorted(two)) for two in pair.relations()} for pair in corpus["test"]]
    held = [{two for two in pairs if make_toy.held_out(*two)} for pairs in related]
    assert all(held)
    counts = Counter(two for found in held for two in found)
    assert len(counts) >= 50 and max(counts.values()) <= 10


def lemma_finder():
    """The content words of an English sentence, found with the word lists alone, without the grammar."""
    forms, particles = {}, defaultdict(dict)
    for noun in NOUNS.values():
        if noun.group != "name":
            forms |= {noun.en: noun.en, noun.en_plural: noun.en}
    forms |= {name: name for name in ADJECTIVES}
    for verb in (*VERBS.values(), lexicon.SAY, lexicon.BELIEVE, lexicon.HOPE, lexicon.ASK):
        (head, *particle), past = verb.en.split(), verb.en_past.split()[0]
        for form in (head, past, grammar.third_person(head)):
            if particle:
                particles[form][particle[0]] = verb.en
            else:
                forms[form] = verb.en

    def lemmas(sentence):
        found, heads = [], []
        for word in words(lower_first(sentence)):
            if word in particles:
                heads.append((len(found), particles[word]))
            if word in forms or word in particles:
                found.append(forms.get(word))
            else:
                for position, known in reversed(heads):
                    if word in known:
                        found[position] = known[word]
                        heads.remove((position, known))
                        break
        return {lemma for lemma in found if lemma}

    return lemmas


def test_every_test_sentence_combines_words_never_seen_together(text):
    lemmas = lemma_finder()
    assert lemmas("My sisters want to pick the tired child up.") == {"sister", "pick up", "tired", "child"}
    assert lemmas("I listened to the women who gave it back.") == {"listen to", "woman", "give back"}
    seen = {pair for line in text["train.en"] for pair in combinations(sorted(lemmas(line)), 2)}

    def novel(lines):
        return sum(any(pair not in seen for pair in combinations(sorted(lemmas(line)), 2)) for line in lines)

    assert novel(text["test.en"]) == 500
    assert novel(text["valid.en"]) < 50  # by chance, only a few pairs are new
    assert novel(text["train.en"]) == 0


def test_german_is_a_function_of_the_english():
    writer, german, repeated = Writer(seed=1), {}, 0
    for pair in (writer.sentence() for _ in range(10_000)):
        repeated += pair.en in german
        assert german.setdefault(pair.en, pair.de) == pair.de
    assert repeated > 100


# Word by word is not enough ---------------------------------------------------------------------------------


def spell(tokens):
    line = re.sub(r" ([.,?])", r"\1", " ".join(tokens))
    return line[:1].upper() + line[1:]


def learned_dictionary(pairs, rounds=4):
    """The most probable German word for each English one by IBM Model 1; '' for "do", "does" and "did"."""
    pairs = [(words(lower_first(source)), words(lower_first(target))) for source, target in pairs]
    chance = defaultdict(lambda: 1.0)
    for _ in range(rounds):
        counts, totals = Counter(), Counter()
        for source, target in pairs:
            for german in target:
                norm = sum(chance[english, german] for english in source)
                for english in source:
                    counts[english, german] += chance[english, german] / norm
                    totals[english] += chance[english, german] / norm
        chance = defaultdict(float, {pair: count / totals[pair[0]] for pair, count in counts.items()})
    best = {}
    for (english, german), value in chance.items():
        if value > best.get(english, (0.0, ""))[0]:
            best[english] = value, german
    return {english: german for english, (_, german) in best.items()} | {"do": "", "does": "", "did": ""}


def perfect_dictionary(learned):
    """A dictionary for content words; function words are learned."""
    citation = {adjective.en: adjective.de for adjective in ADJECTIVES.values()}
    for noun in NOUNS.values():
        citation |= {noun.en: noun.de, noun.en_plural: noun.de_plural}
    for verb in VERBS.values():
        past = lexicon.PRETERITE.get(verb.de, verb.participle)
        forms = (verb.prefix + verb.de, verb.prefix + verb.de_third, past)
        english = (verb.en, grammar.third_person(verb.en), verb.en_past)
        citation |= {old: new for old, new in zip(english, forms, strict=True) if " " not in old}
    return learned | citation | {"the": "die", "a": "ein", "who": "die", "whom": "die", "that": "die"}


def test_a_dictionary_alone_translates_badly(text):
    references = text["test.de"]
    learned = learned_dictionary(zip(text["train.en"][:3000], text["train.de"][:3000], strict=True))
    assert learned["dog"] == "Hund" and learned["because"] == "weil" and learned["children"] == "Kinder"
    for dictionary in (learned, perfect_dictionary(learned)):
        lines = []
        for line in text["test.en"]:
            tokens = re.findall(r"[\w'-]+|[.,?]", lower_first(line))
            lines.append(spell(word for word in (dictionary.get(token, token) for token in tokens) if word))
        assert 5 < sacrebleu.corpus_bleu(lines, [references]).score < 30
    assert sacrebleu.corpus_bleu(references, [references]).score > 99.9


# The grammar, sentence by sentence --------------------------------------------------------------------------


def phrase(name, determiner="the", adjective=None, plural=False, relative=None):
    return NounPhrase(NOUNS[name], determiner, ADJECTIVES.get(adjective), plural, relative)


def person(name):
    return Pronoun(name) if name in lexicon.PRONOUN_TABLE else phrase(name, "")


def is_(subject, adjective, tense="present", degree=("", "")):
    entry = ADJECTIVES[adjective]
    predicate = Predicate(grammar.join(degree[0], entry.en), grammar.join(degree[1], entry.de), entry)
    return Clause(subject, BE, goal=predicate, tense=tense)


def does(subject, verb, *objects, **rest):
    return Clause(subject, VERBS[verb], *objects, **rest)


def located(english, german, case, *noun):
    return Prepositional(english, german, case, phrase(*noun))


YESTERDAY, EVENING = ("yesterday", "gestern"), ("in the evening", "am Abend")
ME, SHE, THEY = Pronoun("I"), Pronoun("she"), Pronoun("they")
IN_GARDEN, INTO_GARDEN = located("in", "in", DAT, "garden"), located("to", "in", ACC, "garden")
I_DO_NOT_KNOW, SHE_BELIEVES = Clause(ME, lexicon.KNOW, negated=True), Clause(SHE, lexicon.BELIEVE)
ANNA_SINGS = does(person("Anna"), "sing", phrase("song", "a", "beautiful"))
WOMAN_HELPS = grammar.Relative(does(phrase("woman"), "help"), "object")
BOY_CALLS = grammar.Relative(does(phrase("boy"), "call", phrase("mother", "his"), tense="past"), "subject")

GOLDEN = [
    (  # cases and adjective endings: weak, mixed, strong
        grammar.statement(does(phrase("man", adjective="old"), "have", phrase("dog", "a", "small"))),
        "The old man has a small dog.",
        "Der alte Mann hat einen kleinen Hund.",
    ),
    (
        grammar.statement(does(phrase("horse", "a", "young"), "drink", phrase("water", "", "cold"))),
        "A young horse drinks cold water.",
        "Ein junges Pferd trinkt kaltes Wasser.",
    ),
    (
        grammar.statement(does(SHE, "buy", phrase("apple", "", "red", True), tense="past", time=YESTERDAY)),
        "She bought red apples yesterday.",
        "Sie hat gestern rote Äpfel gekauft.",
    ),
    (  # dative verbs, weak nouns
        grammar.statement(does(phrase("girl"), "thank", phrase("student"))),
        "The girl thanks the student.",
        "Das Mädchen dankt dem Studenten.",
    ),
    (
        grammar.statement(does(ME, "follow", phrase("child", "the", None, True), tense="past")),
        "I followed the children.",
        "Ich bin den Kindern gefolgt.",
    ),
    (  # two objects
        grammar.statement(does(phrase("teacher", "our"), "give", phrase("book", "a"), phrase("boy"))),
        "Our teacher gives the boy a book.",
        "Unser Lehrer gibt dem Jungen ein Buch.",
    ),
    (  # two-way prepositions and contractions
        grammar.statement(does(phrase("child", plural=True), "play", place=IN_GARDEN)),
        "The children play in the garden.",
        "Die Kinder spielen im Garten.",
    ),
    (
        grammar.statement(does(phrase("child", plural=True), "go", goal=INTO_GARDEN, tense="past")),
        "The children went to the garden.",
        "Die Kinder sind in den Garten gegangen.",
    ),
    (
        grammar.statement(does(ME, "drive", goal=located("to", "zu", DAT, "station"), tense="want to")),
        "I want to drive to the station.",
        "Ich will zum Bahnhof fahren.",
    ),
    (
        grammar.statement(Clause(phrase("cup"), lexicon.BE_STANDING, goal=located("on", "auf", DAT, "table"))),
        "The cup is on the table.",
        "Die Tasse steht auf dem Tisch.",
    ),
    (
        grammar.statement(Clause(SHE, lexicon.LAY, phrase("key"), goal=located("on", "auf", ACC, "table"))),
        "She puts the key on the table.",
        "Sie legt den Schlüssel auf den Tisch.",
    ),
    (  # verb second after a time
        grammar.statement(does(phrase("father", "my"), "go shopping", time=EVENING, time_first=True)),
        "In the evening my father goes shopping.",
        "Am Abend kauft mein Vater ein.",
    ),
    (  # separable verbs: apart, around -ge-, together
        grammar.statement(does(phrase("mother", "her"), "pick up", phrase("child"))),
        "Her mother picks the child up.",
        "Ihre Mutter holt das Kind ab.",
    ),
    (
        grammar.statement(does(Pronoun("we"), "get up", tense="past", time=YESTERDAY, time_first=True)),
        "Yesterday we got up.",
        "Gestern sind wir aufgestanden.",
    ),
    (
        grammar.complex_sentence(Clause(SHE, lexicon.SAY), "that", does(person("Paul"), "call", ME)),
        "She says that Paul calls me.",
        "Sie sagt, dass Paul mich anruft.",
    ),
    (  # verb last, also after a perfect and a modal
        grammar.complex_sentence(I_DO_NOT_KNOW, "whether", does(THEY, "sleep", tense="past")),
        "I do not know whether they slept.",
        "Ich weiß nicht, ob sie geschlafen haben.",
    ),
    (
        grammar.complex_sentence(SHE_BELIEVES, "that", does(ME, "sing", phrase("song"), tense="can")),
        "She believes that I can sing the song.",
        "Sie glaubt, dass ich das Lied singen kann.",
    ),
    (  # a clause in first place
        grammar.fronted_sentence(ANNA_SINGS, "when", Clause(Pronoun("it n"), lexicon.RAIN)),
        "When it rains, Anna sings a beautiful song.",
        "Wenn es regnet, singt Anna ein schönes Lied.",
    ),
    (  # negation: nicht or kein, and where
        grammar.statement(does(phrase("man"), "read", phrase("book"), negated=True)),
        "The man does not read the book.",
        "Der Mann liest das Buch nicht.",
    ),
    (
        grammar.statement(does(person("Peter"), "drink", phrase("coffee", ""), negated=True, tense="past")),
        "Peter did not drink coffee.",
        "Peter hat keinen Kaffee getrunken.",
    ),
    (
        grammar.statement(does(THEY, "work", place=IN_GARDEN, negated=True, tense="can")),
        "They cannot work in the garden.",
        "Sie können nicht im Garten arbeiten.",
    ),
    (  # relative clauses
        grammar.statement(is_(phrase("man", relative=WOMAN_HELPS), "tired")),
        "The man whom the woman helps is tired.",
        "Der Mann, dem die Frau hilft, ist müde.",
    ),
    (
        grammar.statement(does(ME, "see", phrase("boy", relative=BOY_CALLS))),
        "I see the boy who called his mother.",
        "Ich sehe den Jungen, der seine Mutter angerufen hat.",
    ),
    (  # numbers
        grammar.statement(does(phrase("farmer"), "sell", phrase("horse", "three", "black", True), tense="will")),
        "The farmer will sell three black horses.",
        "Der Bauer wird drei schwarze Pferde verkaufen.",
    ),
    (
        grammar.statement(Clause(phrase("coat"), lexicon.COST, goal=Predicate("ten euros", "zehn Euro"))),
        "The coat costs ten euros.",
        "Der Mantel kostet zehn Euro.",
    ),
    (  # questions
        grammar.yes_no_question(does(Pronoun("you"), "wash", phrase("car", "your"), tense="past")),
        "Did you wash your car?",
        "Hast du dein Auto gewaschen?",
    ),
    (
        grammar.w_question("whom", "wem", does(phrase("child"), "listen to")),
        "Whom does the child listen to?",
        "Wem hört das Kind zu?",
    ),
    (
        grammar.who_question(does(Pronoun("who"), "turn on", phrase("lamp"), tense="past")),
        "Who turned the lamp on?",
        "Wer hat die Lampe eingeschaltet?",
    ),
    (  # simple past of states
        grammar.but_sentence(is_(phrase("city"), "big", "past"), does(ME, "like", Pronoun("it f"), tense="past")),
        "The city was big, but I liked it.",
        "Die Stadt war groß, aber ich mochte sie.",
    ),
]


@pytest.mark.parametrize(("made", "english", "german"), GOLDEN, ids=[english for _, english, _ in GOLDEN])
def test_golden_sentences(made, english, german):
    assert made == (english, german)


ANTECEDENTS = [("dog", "den Hund", "er"), ("cat", "die Katze", "sie"), ("horse", "das Pferd", "es")]


@pytest.mark.parametrize(("name", "noun", "pronoun"), ANTECEDENTS)
def test_it_has_the_gender_of_its_noun(name, noun, pronoun):
    it = grammar.pronoun_for(phrase(name))
    english, german = grammar.complex_sentence(does(phrase("woman"), "see", phrase(name)), "because", is_(it, "big"))
    assert english == f"The woman sees the {name} because it is big."
    assert german == f"Die Frau sieht {noun}, weil {pronoun} groß ist."


# The German of the files, by rules of its own ---------------------------------------------------------------


def finite_forms():
    verbs = [*VERBS.values(), *(verb for verb in vars(lexicon).values() if isinstance(verb, lexicon.Verb))]
    rows = (*lexicon.MODALS.values(), *lexicon.IRREGULAR_PRESENT.values())
    forms = {form for row in rows for form in row}
    joined = set(forms)
    for verb in verbs:
        present = {grammar.present(verb, person) for person in range(4)}
        if verb.de in lexicon.PRETERITE:
            present |= {grammar.preterite(verb, person) for person in range(4)}
        forms |= present
        joined |= {verb.prefix + form for form in present}
    return forms, joined


SEPARATE, JOINED = finite_forms()


def test_subordinate_clauses_end_in_the_finite_verb(text):
    ends = Counter()
    for line in text["train.de"]:
        for conjunction, clause in re.findall(r"\b(weil|obwohl|dass|ob|wenn|Wenn) ([^,.?]*)", line):
            assert clause.split()[-1] in JOINED, line
            ends[conjunction] += 1
        for clause in re.findall(r", (?:der|die|das|den|dem|denen) ([^,.?]*)", line):
            assert clause.split()[-1] in JOINED, line
            ends["relative"] += 1
    assert len(ends) == 7 and min(ends.values()) > 200


def test_the_finite_verb_is_second(text):
    times = [german for table in lexicon.TIMES.values() for _, german in table]
    openings = tuple(time[0].upper() + time[1:] + " " for time in times)
    count = 0
    for line in text["train.de"]:
        if line.startswith(openings):
            opening = next(opening for opening in openings if line.startswith(opening))
            assert line[len(opening) :].split()[0] in SEPARATE, line
            count += 1
        if line.startswith("Wenn "):
            assert line.split(", ")[1].split()[0] in SEPARATE, line
            count += 1
    assert count > 2000


def test_a_comma_stands_before_every_subordinate_clause(text):
    count = 0
    for line in text["train.de"]:
        for match in re.finditer(r"(\S+) (?:weil|obwohl|dass|ob|wenn|aber)\b", line):
            assert match[1].endswith(","), line
            count += 1
    assert count > 3000


def test_the_pronoun_agrees_with_the_noun_before_it(text):
    pronouns = {"den": "er", "diesen": "er", "die": "sie", "diese": "sie", "das": "es", "dieses": "es"}
    pattern = rf"\b({'|'.join(pronouns)}) [A-ZÄÖÜ]\w+(?: nicht)?(?: \w+)?, "
    pattern += r"(?:weil|obwohl) (er|sie|es) [^,]*(?:ist|war)\."
    count = Counter()
    for english, german in zip(text["train.en"], text["train.de"], strict=True):
        match = re.search(pattern, german)
        if match and re.search(r"(because|although) it (is|was)\b", english):
            assert pronouns[match[1]] == match[2], german
            count[match[2]] += 1
    assert len(count) == 3 and min(count.values()) > 50


def test_nouns_and_only_nouns_are_capitalized(text):
    nouns = {form for noun in NOUNS.values() for form in (noun.de, noun.de_plural)}
    nouns |= {grammar.german_noun(noun, True, DAT) for noun in NOUNS.values()}
    nouns |= {"Uhr", "Euro", "Jahre", "Tag", "Woche", "Morgen", "Abend", "Sonntag", "Montag", "Freitag"}
    for line in text["train.de"] + text["test.de"]:
        for word in words(line)[1:]:
            assert (word in nouns) == word[0].isupper(), (word, line)


def test_prepositions_and_articles_are_contracted(text):
    lines = "\n".join(text["train.de"])
    assert re.findall(r"\b(?:in dem|in das|an dem|an das|zu dem|zu der) [A-ZÄÖÜ]\w+", lines) == []
    for word in ("im", "ins", "am", "zum", "zur"):
        assert len(re.findall(rf"\b{word}\b", lines)) > 20


def test_english_articles(text):
    lines = "\n".join(text["train.en"])
    assert re.findall(r"\b(?:a [aeiou]|an [^aeiou])\w+", lines, flags=re.IGNORECASE) == []
    assert len(re.findall(r"\ban\b", lines)) > 100


@pytest.mark.parametrize("language", ["en", "de"])
def test_names_and_their_articles(language, text):
    """ "Anna", never "the Anna" or "my Anna"."""
    names = "Anna|Clara|Maria|Paul|Peter|Thomas"
    articles = {
        "en": "the|an?|this|these|every|my|your|our",
        "de": r"(?<!, )d(?:er|ie|as|em|en)|dies\w*|m?eine?\w?|jede\w?",  # after a comma, "das" may be "that"
    }
    lines = "\n".join(text[f"train.{language}"])
    assert len(re.findall(rf"\b(?:{names})\b", lines)) > 1000
    found = re.findall(rf"\b(?:{articles[language]}) (?:{names})\b", lines, flags=re.IGNORECASE)
    assert found == []
