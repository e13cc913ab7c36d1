"""Writes ../src/text/readings/readings-data.ts: which words with kanji are read as which kana.

  pip install sudachipy==0.7.0 sudachidict_small==20261015
  python make_readings.py

The source is SudachiDict, small edition (Apache-2.0; see README.md and NOTICE beside this file). The same package gives the same file.
"""

import re
import sys
import warnings
from collections import Counter, defaultdict
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from struct import unpack_from
from typing import NamedTuple

import sudachipy

VERSIONS = {"sudachipy": "0.7.0", "sudachidict_small": "20261015"}
OUTPUT = Path(__file__).parent / "../src/text/readings/readings-data.ts"

# Words that name or describe products: nouns, "quiet", "small". Verbs are left out, because they have too many forms.
NOUNS = re.compile("^(名詞-普通名詞|形状詞-一般)")
ADJECTIVES = "形容詞-一般"
COUNTERS = ("名詞-普通名詞-助数詞可能", "名詞-普通名詞-副詞可能")
SPELLING = re.compile(r"^[\u4e00-\u9fff々ぁ-ゖ]+$")
KANJI = re.compile(r"[\u4e00-\u9fff々]")
KANA = re.compile(r"^[ぁ-ゖァ-ヺー]+$")
HIRAGANA = re.compile(r"^[ぁ-ゖー]+$")
KATAKANA = re.compile(r"^[ァ-ヺー]+$")
# The connection class of native nouns in the dictionary. Rare words made of Chinese readings are legal or scholarly terms.
NATIVE = 5142
# Words that cost this much more than unknown ones are compounds of several words.
FAR = 2000
# A single kana is the reading of dozens of words, and most often a particle.
MIN_KANA = 2
# The connection class of words from other languages.
LOAN = 5144
VOICED = dict(zip("がぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽ", "かきくけこさしすせそたちつてとはひふへほはひふへほ"))


# One character for each hiragana. Characters that are used as marks are left out.
LETTERS = "".join(c for c in map(chr, range(0x23, 0x7F)) if c not in "'*,-;=\\`~0123456789") + "0123456789"


class Entry(NamedTuple):
    surface: str
    reading: str
    normal: str
    kind: str
    left: int
    cost: int


class Word(NamedTuple):
    """One word under one of its readings."""

    # True if the dictionary knows the word in these kana; otherwise it only sounds the same.
    is_meant: bool
    # The word's spellings with kanji, and whether each is mostly read so.
    spellings: dict[str, bool]
    # Spellings of one character with a native reading: words that end with the character are kinds of the thing.
    native: set[str]


def hiragana(text: str) -> str:
    """As `sameKana` of src/text/analysis/stem.ts has it: without a long vowel at the end."""
    return re.sub("(?<=...)ー$", "", "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in text))


def entries_place(data: bytes) -> int:
    """Where the words' records begin: the header names its blocks, each with place and size as varints."""
    at = data.index(b"\x07Entries") + len("\x07Entries")
    place = shift = 0
    while True:
        byte = data[at]
        place |= (byte & 0x7F) << shift
        if byte < 0x80:
            return place
        at, shift = at + 1, shift + 7


def read_entries() -> list[Entry]:
    warnings.simplefilter("ignore")
    data = files("sudachidict_small").joinpath("resources/system.dic").read_bytes()
    place = entries_place(data)
    found = []
    for morpheme in sudachipy.Dictionary(dict="small").entries():
        parts = morpheme.part_of_speech()
        kind = "-".join(parts[:3])
        is_adjective = kind.startswith(ADJECTIVES) and parts[5].startswith("終止形")
        if not (NOUNS.match(kind) or is_adjective):
            continue
        # Left and right connection class, and the cost of the word, which is lower for words of the dictionary's training corpus.
        left, _, cost, pos = unpack_from("<4h", data, place + 8 * morpheme.word_id())
        assert pos == morpheme.part_of_speech_id(), "the format of the dictionary is another one"
        reading = hiragana(morpheme.reading_form())
        if left >= 0 and HIRAGANA.match(reading):
            found.append(Entry(morpheme.surface(), reading, morpheme.normalized_form(), kind, left, cost))
    return found


def common_words(entries: list[Entry], linked: set[tuple[str, str]]) -> list[Entry]:
    """Words with kanji that a shop may use. A word that the corpus lacks has the commonest cost of its class."""
    usual = {}
    for (left, cost), _ in sorted(Counter((e.left, e.cost) for e in entries).items(), key=lambda item: item[1]):
        usual[left] = cost

    def is_common(e: Entry) -> bool:
        if e.kind.startswith(ADJECTIVES) and not e.surface.endswith("い"):
            return False
        # Small classes of basic words: counters such as "皿", "箱", "月", and times such as "朝", "冬".
        if e.kind in COUNTERS and e.surface == e.normal:
            return True
        is_linked = (e.reading, e.normal) in linked
        if e.surface != e.normal:
            # "珈琲" is rare, but shops write coffee this way.
            return is_linked and (e.cost < usual[e.left] or e.left == LOAN)
        if e.cost < usual[e.left] or (is_linked and e.cost < usual[e.left] + FAR):
            return True
        # Two native words written together: "革靴", "土鍋".
        return e.left == NATIVE and e.cost == usual[NATIVE] and len(KANJI.findall(e.surface)) == len(e.surface) == 2

    is_spelled = lambda e: len(e.reading) >= MIN_KANA and KANJI.search(e.surface) and SPELLING.match(e.surface)
    return [e for e in entries if is_spelled(e) and is_common(e)]


def is_voiced_form(reading: str, others: set[str]) -> bool:
    """ "ぐつ" beside "くつ": how the word begins inside others follows from how it begins alone."""
    return reading[0] in VOICED and VOICED[reading[0]] + reading[1:] in others


def words_by_reading(entries: list[Entry], kana: dict[str, set[str]]) -> dict[str, dict[str, Word]]:
    """By reading, by normal spelling."""
    linked = {(reading, normal) for reading, normals in kana.items() for normal in normals}
    common = common_words(entries, linked)
    readings = defaultdict(set)
    cheapest = {}
    for e in common:
        readings[e.surface].add(e.reading)
        cheapest[e.surface] = min(cheapest.get(e.surface, (e.cost, e.reading)), (e.cost, e.reading))
    table = defaultdict(dict)
    for e in common:
        is_linked = (e.reading, e.normal) in linked
        if is_voiced_form(e.reading, readings[e.surface]):
            continue
        # For kana that may be several words, the dictionary gives the kana themselves as the normal spelling.
        normals = kana[e.reading]
        is_meant = is_linked or not any(KANJI.search(normal) for normal in normals) or any(map(HIRAGANA.match, normals))
        is_loan = any(map(KATAKANA.match, normals)) and not any(map(HIRAGANA.match, normals))
        is_short = len(e.reading) == 2 and not is_meant
        if not is_linked and (is_loan or is_short):
            continue
        word = table[e.reading].setdefault(e.normal, Word(is_meant, {}, set()))
        mostly = is_linked or cheapest[e.surface][1] == e.reading
        if len(e.surface) == 1 and e.left == NATIVE:
            word.native.add(e.surface)
        word.spellings[e.surface] = mostly or word.spellings.get(e.surface, False)
    return table


def is_other_word(katakana: set[tuple[str, bool]], words: dict[str, Word]) -> bool:
    """Whether what is written in katakana is a word from another language, and none of these."""
    return any(is_loan for _, is_loan in katakana) and all(
        KATAKANA.match(normal) and normal not in words for normal, _ in katakana
    )


def line(reading: str, words: dict[str, Word], before: str, is_loan: bool) -> str:
    """
    How many kana the reading has in common with the one before, the rest of it, one ASCII letter each, and its words. Those that only
    sound the same have "~" before them, spellings that are mostly read otherwise "-", letters with a native reading "+". "*": in katakana it is another word.
    """
    common = 0
    while common < min(9, len(before), len(reading)) and before[common] == reading[common]:
        common += 1
    spelt = []
    for normal in sorted(words, key=lambda normal: (not words[normal].is_meant, normal)):
        spellings = words[normal].spellings
        ordered = sorted(spellings, key=lambda spelling: (spelling != normal, spelling))
        mark = "" if words[normal].is_meant else "~"
        marks = lambda spelling: ("" if spellings[spelling] else "-") + ("+" if spelling in words[normal].native else "")
        spelt.append(mark + "=".join(marks(spelling) + spelling for spelling in ordered))
    letters = "".join("`" if kana == "ー" else LETTERS[ord(kana) - ord("ぁ")] for kana in reading[common:])
    return str(common) + letters + (" *" if is_loan else " ") + ",".join(spelt)


def main() -> None:
    for name, wanted in VERSIONS.items():
        if version(name) != wanted:
            sys.exit(f"{name} {version(name)} is not {wanted}, which this table is made from")
    entries = read_entries()
    kana = defaultdict(set)
    katakana = defaultdict(set)
    for e in entries:
        if KANA.match(e.surface):
            kana[e.reading].add(e.normal)
            if KATAKANA.match(e.surface):
                katakana[e.reading].add((e.normal, e.left == LOAN))
    table = words_by_reading(entries, kana)
    readings = sorted(table)
    lines = [
        line(reading, table[reading], before, is_other_word(katakana[reading], table[reading]))
        for before, reading in zip(["", *readings], readings)
    ]
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text(
        "/** Made by readings/make_readings.py from SudachiDict (Apache-2.0): see readings/NOTICE. */\n"
        "export const READINGS_DATA =\n  '" + ";".join(lines) + "'\n"
    )
    spellings = sum(len(word.spellings) for words in table.values() for word in words.values())
    print(len(lines), "readings,", spellings, "spellings,", OUTPUT.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
