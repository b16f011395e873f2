"""The words of the treebank: part of the toy lexicon, and the prepositions that fit each word.

The verbs of ``toy_lexicon.py`` list their subjects, objects and places. The tables here list prepositions, which
determine where a phrase attaches: "see with a telescope" (to the verb), but "a man with a hat" (to the noun).
"""

import toy_lexicon as toy
from toy_lexicon import NOUNS, VERBS, Verb

CHOSEN = toy.members(
    "man,woman,teacher,doctor,student,farmer,mother,father,sister,brother,friend,boy,girl,child,"
    "dog,cat,horse,apple,cake,potato,soup,tea,coffee,book,letter,hat,bag,key,knife,cup,box,ball,flower,picture,"
    "table,chair,bed,door,window,car,garden,park,city,kitchen,school,library,hotel,house,village,lake"
)
TOOLS = {"telescope": "telescopes", "hammer": "hammers", "brush": "brushes", "fork": "forks"}
TOPPINGS = {"cherry": "cherries", "nut": "nuts"}
PLURALS = {name: NOUNS[name].en_plural for name in CHOSEN} | TOOLS | TOPPINGS  # "-" stands for no plural
BARE = (*toy.members("mass"), *TOPPINGS)  # nouns without an article: "tea", "cherries"


def members(names: str):
    """The nouns of the treebank in a comma-separated list of groups and single nouns."""
    wanted = (*toy.members(names), *names.split(","))
    return tuple(name for name in PLURALS if name in wanted)


PERSONS, ADULTS, NAMES = members("person"), members("adult"), toy.members("name")
KIN = members("kin")
PORTABLE = members("key,book,letter,hat,knife,cup,bag,ball,box")
ADJECTIVES = {
    name: tuple(noun for noun in toy.ADJECTIVES[name].nouns if noun in PLURALS)
    for name in "old,young,big,small,new,beautiful,expensive,heavy,red,fresh,good,hot,broken,tired,happy,sad".split(",")
}
FEELINGS = ("afraid", "proud")  # of somebody
DESCRIBABLE = [noun for noun in PLURALS if any(noun in nouns for nouns in ADJECTIVES.values())]

# Participles that differ from the past form.
PARTICIPLES = {
    "write": "written", "eat": "eaten", "see": "seen", "forget": "forgotten", "know": "known",
    "give": "given", "show": "shown", "go": "gone", "run": "run", "swim": "swum",
}  # fmt: skip
ACTIONS = [
    VERBS[name]
    for name in (
        "read,write,buy,sell,eat,see,find,look for,visit,meet,paint,wash,repair,forget,open,pick up,"
        "help,follow,like,know,give,show,send,wait,go,run,sleep,work,play,laugh,swim,arrive"
    ).split(",")
]
HABITS = ("like", "know", "sleep", "work", "play", "say", "believe", "want")  # verbs with a present tense
STATES = ("like", "know")  # never with "slowly" or "yesterday"
DEEDS = [verb for verb in ACTIONS if verb.en not in STATES]
TRANSITIVE = [verb for verb in ACTIONS if verb.kind in ("acc", "dat") and " " not in verb.en]


def own(kind: str, base: str, past: str, *objects: str):
    """A verb that the toy lexicon does not have; its subjects are persons."""
    return Verb(base, past, "", "", "", "", "", kind, PERSONS, objects)


SAY, BELIEVE, HOPE, KNOW, ASK = toy.SAY, toy.BELIEVE, toy.HOPE, toy.KNOW, toy.ASK
WANT, TRY, TELL = own("to", "want", "wanted"), own("to", "try", "tried"), own("to", "tell", "told")
PUT = own("put", "put", "put", *PORTABLE)

# With these verbs, a phrase "with ..." or "for ..." attaches to the verb and never to its object.
INSTRUMENTS = {
    "see": ("telescope",), "find": ("telescope",), "eat": ("fork", "knife"), "open": ("key", "knife"),
    "paint": ("brush",), "wash": ("brush",), "repair": ("hammer", "knife"),
}  # fmt: skip
BENEFITS = ("buy", "find", "open", "paint", "wash", "repair")  # for somebody

# Phrases that may attach to a noun: nouns, preposition, nouns.
MODIFIERS = [
    (members(nouns), preposition, members(objects))
    for nouns, preposition, objects in (
        ("person", "with", "hat,bag,key,telescope,hammer,brush,knife,fork"),
        ("adult,young", "from", "city,village"),
        ("dog,cat", "with", "ball,hat"),
        ("cake", "with", "cherry,nut"),
        ("house,hotel", "with", "garden"),
        ("box,bag,car", "with", "key"),
        ("book,letter", "about", "adult,dog,cat,horse,lake,city"),
        ("picture", "of", "adult,kin,dog,cat,horse,house,lake"),
        ("cup", "of", "tea,coffee"),
        ("box,bag", "of", "apple,potato,cherry,nut"),
        ("door,window", "of", "car,house,hotel,library,school"),
        ("house,hotel,school,park,village", "near", "lake,city"),
        ("table,chair,bed,flower", "in", "kitchen,library,garden,hotel"),
        ("key,book,letter,hat,knife,cup,bag", "on", "table,chair,bed"),
        ("dog,cat,ball,box", "under", "table,chair,bed"),
        ("letter,flower,cake", "for", "kin"),
    )
]
SPOTS = (("on", members("table,chair,bed")), ("under", members("table,chair,bed")), ("in", members("bag,box")))

SUBJECT_PRONOUNS = {"you": True, "he": False, "she": False, "we": True, "they": True}  # as plural?
OBJECT_PRONOUNS = ("me", "you", "him", "her", "us", "them")
POSSESSIVES = ("my", "his", "her", "our")
CONJUNCTIONS = ("because", "although", "if", "before", "after")
MANNERS = ("slowly", "quickly", "quietly", "again")
FREQUENCIES = ("often", "always", "never")
TIMES = {
    "past": ("(NP (NN yesterday))", "(NP (JJ last) (NN week))", "(PP (IN on) (NP (NNP Monday)))"),
    "will": ("(NP (NN tomorrow))", "(NP (JJ next) (NN week))", "(PP (IN on) (NP (NNP Sunday)))"),
}
ANY_TIMES = ("(PP (IN in) (NP (DT the) (NN morning)))", "(PP (IN at) (NP (NN night)))")
