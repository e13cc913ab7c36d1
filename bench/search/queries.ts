import type { TextDoc } from '../../packages/engine/src/text/text-doc.ts'
import { seededRandom } from './seeded-random.ts'

export const WORKLOADS = ['plain', 'typo', 'typing'] as const
export type Workload = (typeof WORKLOADS)[number]

export function makeQueries(docs: readonly TextDoc[], count: number, seed = 7): Record<Workload, string[]> {
  const random = seededRandom(seed)
  const plain = Array.from({ length: count }, () => makeQuery(docs[Math.floor(random() * docs.length)]!, random))
  return { plain, typo: plain.map((query) => misspell(query, random)), typing: plain.map(halfType) }
}

function makeQuery(doc: TextDoc, random: () => number): string {
  const word = doc.title.split(' ')[1]!
  const shapes = [
    doc.productType,
    `${doc.options[0]} ${doc.productType}`,
    `${doc.vendor} ${doc.productType}`,
    `${doc.productType} ${doc.tags[1]}`,
    `${word} ${doc.productType}`,
    `${doc.productType} for ${doc.tags[0]}`,
    `${doc.options[0]} ${doc.tags[1]} ${doc.productType}`,
    doc.vendor,
  ]
  return shapes[Math.floor(random() * shapes.length)]!.toLowerCase()
}

function misspell(query: string, random: () => number): string {
  const words = query.split(' ')
  const longest = words.reduce((best, word, place) => (word.length > words[best]!.length ? place : best), 0)
  const word = words[longest]!
  const at = 1 + Math.floor(random() * (word.length - 2))
  const edits = [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
    `${word.slice(0, at)}q${word.slice(at + 1)}`,
  ]
  words[longest] = word.length < 4 ? word : edits[Math.floor(random() * edits.length)]!
  return words.join(' ')
}

function halfType(query: string): string {
  const start = query.lastIndexOf(' ') + 1
  return query.slice(0, start + Math.max(1, Math.ceil((query.length - start) / 2)))
}
