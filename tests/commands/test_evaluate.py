"""`minitrans evaluate`: the score is sacrebleu's, of the split or the files that were asked for."""

import re
import shutil
import sys
from pathlib import Path

import pytest
import sacrebleu

import minitrans
from minitrans.data.lines import stream_lines
from minitrans.runs.run import Run

pytestmark = pytest.mark.usefixtures("elsewhere")


def read_lines(path):
    return list(stream_lines(path))


def printed(ended):
    """(metric, score, signature) of the first line."""
    assert ended.code == 0, ended.err
    return re.match(r"(\S+) (\S+)  (\S+)\n", ended.out).groups()


def by_hand(scorer, translations, references):
    score = scorer.corpus_score(translations, [references]).score
    return f"{score:.2f}", str(scorer.get_signature())


@pytest.fixture
def files(tiny_run, tmp_path):
    """Own sources, and references of which two thirds are what the model says, some in another case."""
    lines = read_lines(tiny_run.text / "train.src")[:30]
    translations = minitrans.load(tiny_run.path).translate(lines)
    references = [[t, t.upper(), "Das ist ein anderer Satz (17)."][i % 3] for i, t in enumerate(translations)]
    for name, side in dict(src=lines, ref=references).items():
        (tmp_path / name).write_text("".join(line + "\n" for line in side), encoding="utf-8")
    return dict(flags=["--src", tmp_path / "src", "--ref", tmp_path / "ref"], ours=translations, references=references)


@pytest.mark.parametrize("split", ["valid", "test"])
def test_splits(command, tiny_run, split, tmp_path):
    ended = command("evaluate --run", tiny_run.path, "--split", split, "--output", tmp_path / "out")
    translations, references = read_lines(tmp_path / "out"), read_lines(tiny_run.text / f"{split}.tgt")
    sources = read_lines(tiny_run.text / f"{split}.src")
    assert translations == minitrans.load(tiny_run.path).translate(sources)
    assert printed(ended) == ("BLEU", *by_hand(sacrebleu.metrics.BLEU(), translations, references))
    assert "6 sentences in " in ended.out and "perplexity" not in ended.out


def test_the_test_split_is_the_default(command, tiny_run):
    found, expected = (printed(command("evaluate --run", tiny_run.path, *s)) for s in ([], ["--split", "test"]))
    other = printed(command("evaluate --split train --run", tiny_run.path))
    assert found == expected != other


@pytest.mark.parametrize(
    "flags, scorer",
    [
        ([], sacrebleu.metrics.BLEU()),
        (["--lowercase-tokenized"], sacrebleu.metrics.BLEU(lowercase=True)),
        (["--metric", "chrf"], sacrebleu.metrics.CHRF()),
        (["--bleu-tokenize", "char"], sacrebleu.metrics.BLEU(tokenize="char")),
    ],
    ids=["bleu", "lowercase", "chrf", "characters"],
)
def test_own_files_and_metrics(command, tiny_run, files, flags, scorer):
    ended = command("evaluate --run", tiny_run.path, *files["flags"], *flags)
    metric, score, signature = printed(ended)
    assert metric == ("CHRF" if "chrf" in flags else "BLEU")
    assert (score, signature) == by_hand(scorer, files["ours"], files["references"])
    assert 0 < float(score) < 100
    if flags == ["--lowercase-tokenized"]:
        assert float(score) > float(printed(command("evaluate --run", tiny_run.path, *files["flags"]))[1])


def test_paper_bleu(command, tiny_run, files, tmp_path):
    out, flags = tmp_path / "out", ["--run", tiny_run.path, "--paper-bleu"]
    ended = command("evaluate", *flags, *files["flags"], "--output", out)
    assert printed(ended) == ("BLEU", *by_hand(sacrebleu.metrics.BLEU(), read_lines(out), files["references"]))
    score, signature = re.search(r"\nPAPER-BLEU (\S+)  (\S+)\n", ended.out).groups()
    assert "tok:13a+compounds" in signature
    # No word of this corpus has a hyphen, so tokens are those of 13a.
    assert score == by_hand(sacrebleu.metrics.BLEU(smooth_method="none"), read_lines(out), files["references"])[0]


def test_options_of_the_search_reach_it(command, tiny_run, files, tmp_path):
    out = tmp_path / "out"
    command("evaluate --run", tiny_run.path, *files["flags"], "--max-extra", 0, "--output", out)
    model = minitrans.load(tiny_run.path)
    lines = read_lines(tmp_path / "src")
    assert read_lines(out) == model.translate(lines, max_extra=0)
    command("evaluate --run", tiny_run.path, *files["flags"], "--beam", 1, "--average", 1, "--output", out)
    assert read_lines(out) == minitrans.load(tiny_run.path, average=1).translate(lines, beam=1)
    run = shutil.copytree(tiny_run.path, tmp_path / "run")
    Run(run).checkpoints()[0].write_bytes(b"rubbish")
    assert command("evaluate --run", run, *files["flags"], "--average", 1).code == 0
    error = command("evaluate --run", run, *files["flags"], "--average", 2).error
    assert "step-000080.npz: not a whole" in error


def test_output_that_may_not_be_written_is_refused_before_the_work(command, tiny_run, monkeypatch):
    """By os.access, since the superuser of a test machine may write everywhere."""
    monkeypatch.setattr("os.access", lambda path, mode: False)
    ended = command("evaluate --output out.txt --run", tiny_run.path)
    assert "--output out.txt: . is not writable" in ended.error


@pytest.mark.parametrize(
    ("flags", "named"),
    [
        ("--src src", "--src and --ref"),
        ("--ref ref", "--src and --ref"),
        ("--src src --ref none", "none: no such file"),
        ("--src src --ref short", "src has 30 lines and short has 1"),
        ("--src src --ref ref short", "src has 30 lines and short has 1"),
        ("--output .", "--output .: "),
        ("--output no/x", "--output no/x: "),
        ("--metric chrf --lowercase-tokenized", "--lowercase-tokenized is"),
        ("--metric chrf --bleu-tokenize zh", "--bleu-tokenize is"),
        ("--run none", "none: not a run"),
    ],
)
def test_what_does_not_fit(command, tiny_run, files, flags, named):
    Path("short").write_text("ein Satz\n")
    run = [] if "--run" in flags else ["--run", tiny_run.path]
    assert named in command(f"evaluate {flags}", *run).error


def test_a_split_the_run_does_not_have(command, tiny_run, tmp_path):
    copy = tmp_path / "run"
    copy.mkdir()
    for name in ("config.json", "tokenizer.model", "checkpoints"):
        (copy / name).symlink_to(tiny_run.path / name)
    files = {split: pair for split, pair in Run(tiny_run.path).text.files.items() if split != "test"}
    (copy / "data.json").write_text(str(files).replace("'", '"'))
    error = command("evaluate --run", copy).error
    assert "has no test split" in error and "--src and --ref" in error
    assert command("evaluate --split valid --run", copy).code == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_no_room_for_the_output(command, tiny_run):
    ended = command("evaluate --output /dev/full --run", tiny_run.path)
    assert ended.err == "error: /dev/full: cannot be written (No space left on device)\n" and "BLEU " in ended.out


def test_the_output_is_there_when_the_reader_of_the_score_is_gone(command, tiny_run, tmp_path, monkeypatch):
    monkeypatch.setattr("builtins.print", lambda *_, **__: sys.exit(1))
    assert command("evaluate --output out --run", tiny_run.path).code == 1
    assert len(read_lines(tmp_path / "out")) == 6


def test_a_line_of_output_for_each_line_of_the_source(command, tiny_run, files, tmp_path):
    """Of three lines one has no source and one no reference."""
    (tmp_path / "s").write_text("she likes music.\n\nthe dog sees trees.\n\u200b\n")
    (tmp_path / "r").write_text("\nEin Satz.\nder Hund sieht Bäume.\nEin Satz.\n")
    ended = command("evaluate --src s --ref r --output out --run", tiny_run.path)
    first, third = minitrans.load(tiny_run.path).translate(["she likes music.", "the dog sees trees."])
    assert read_lines(tmp_path / "out") == [first, "", third, ""]
    assert printed(ended) == ("BLEU", *by_hand(sacrebleu.metrics.BLEU(), [third], ["der Hund sieht Bäume."]))
    assert (
        ended.err.startswith("left out 3 pairs")
        and ended.err.endswith(": line 1, 2, 4\n")
        and "1 sentences in" in ended.out
    )


@pytest.mark.parametrize("flags", ["--ref a b", "--ref a --ref b"], ids=["one flag", "two flags"])
def test_several_references(command, tiny_run, files, tmp_path, flags):
    other = [line if i % 2 else "" for i, line in enumerate(files["ours"])]
    (tmp_path / "a").write_text("\n".join(files["references"]) + "\n", encoding="utf-8")
    (tmp_path / "b").write_text("\n".join(other) + "\n", encoding="utf-8")
    ended = command("evaluate --src src --run", tiny_run.path, *flags.split(), "--perplexity")
    scorer = sacrebleu.metrics.BLEU()
    both = [files["references"], [line or None for line in other]]
    assert printed(ended) == (
        "BLEU",
        f"{scorer.corpus_score(files['ours'], both).score:.2f}",
        str(scorer.get_signature()),
    )
    assert "nrefs:var" in ended.out and ended.err.startswith("reference 2 is blank in 15 of 30 lines")


def test_a_sentence_that_is_too_long_is_named_by_its_line(command, tiny_run, tmp_path):
    (tmp_path / "s").write_text(f"the dog\n\n{'dog ' * 5000}\n")
    (tmp_path / "r").write_text("der Hund\n\nHunde\n")
    ended = command("evaluate --src s --ref r --run", tiny_run.path)
    assert ended.code == 2 and "error: s, line 3: 'dog dog" in ended.err


def test_a_tokenizer_whose_package_is_missing(command, tiny_run, files, monkeypatch):
    monkeypatch.setitem(sys.modules, "MeCab", None)
    monkeypatch.delitem(sys.modules, "sacrebleu.tokenizers.tokenizer_ja_mecab", raising=False)
    ended = command("evaluate --run", tiny_run.path, *files["flags"], "--bleu-tokenize", "ja-mecab")
    assert "--bleu-tokenize ja-mecab: " in ended.error and "pip install 'sacrebleu[ja]'" in ended.error


def test_a_hint_for_text_without_blanks(command, tiny_run, tmp_path):
    (tmp_path / "s").write_text("she likes music.\n" * 3)
    (tmp_path / "r").write_text("她喜欢音乐。\n" * 3, encoding="utf-8")
    flags = ["--run", tiny_run.path, "--src", "s", "--ref", "r"]
    assert command("evaluate", *flags).err.startswith("most references have no")
    assert command("evaluate", *flags, "--bleu-tokenize", "zh").err == ""


@pytest.mark.parametrize("piece", ["mu@@ sik.", "▁Mu sik.", "￭sik", "Mu ##sik."])
def test_a_hint_for_sub_words(command, tiny_run, tmp_path, piece):
    (tmp_path / "s").write_text("she likes music.\n" * 3)
    flags = ["--run", tiny_run.path, "--src", "s", "--ref", "r"]
    for line, hint in ((f"sie mag {piece}", True), ("## sie mag @@ Musik a@@b #1", False)):
        (tmp_path / "r").write_text(f"{line}\nsie mag.\n" + "sie\n", encoding="utf-8")
        assert ("like sub-words" in command("evaluate", *flags).err) == hint


def test_translations_that_were_cut_are_counted(command, tiny_run):
    ended = command("evaluate --max-extra 0 --run", tiny_run.path)
    model = minitrans.load(tiny_run.path)
    lines = read_lines(tiny_run.text / "test.src")
    lengths = [len(model.tokenizer.encode(each)) + 1 for each in model.translate(lines, max_extra=0)]
    cut = sum(length >= len(ids) for length, ids in zip(lengths, model.encode(lines), strict=True))
    assert cut and ended.err.startswith(f"{cut} of 6 translations ")
