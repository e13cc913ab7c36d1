import { analyzerFor } from '../../../packages/engine/src/text/analysis/analyzer.ts'

const saturation = 1.2
const lengthNorm = 0.75

interface Posting {
  readonly doc: number
  readonly field: number
  times: number
}

export type Bm25f = (query: string, limit: number) => { docs: number[]; total: number }

/** BM25F as defined by Robertson and Zaragoza. Any word of the query matches. */
export function plainBm25f(docs: readonly (readonly string[])[], weights: readonly number[], locale: string): Bm25f {
  const stem = stemmer(locale)
  const postings = new Map<string, Posting[]>()
  const lengths = docs.map((texts) => texts.map(() => 0))
  docs.forEach((texts, doc) => {
    texts.forEach((text, field) => {
      for (const word of stem(text)) {
        lengths[doc]![field]!++
        add(postings, word, doc, field)
      }
    })
  })
  const averages = weights.map((_, field) => lengths.reduce((sum, each) => sum + each[field]!, 0) / docs.length)
  return (query, limit) => {
    const scores = new Map<number, number>()
    for (const word of new Set(stem(query))) {
      const found = new Map<number, number>()
      for (const { doc, field, times } of postings.get(word) ?? []) {
        const norm = 1 - lengthNorm + (lengthNorm * lengths[doc]![field]!) / averages[field]!
        found.set(doc, (found.get(doc) ?? 0) + (weights[field]! * times) / norm)
      }
      const rarity = Math.log(1 + (docs.length - found.size + 0.5) / (found.size + 0.5))
      for (const [doc, weight] of found)
        scores.set(doc, (scores.get(doc) ?? 0) + (rarity * weight) / (saturation + weight))
    }
    const best = [...scores].sort(([a, x], [b, y]) => y - x || a - b).slice(0, limit)
    return { docs: best.map(([doc]) => doc), total: scores.size }
  }
}

function stemmer(locale: string): (text: string) => string[] {
  const { stem } = analyzerFor(locale)
  const kept = new Map<string, string>()
  return (text) =>
    (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => {
      const known = kept.get(word) ?? stem(word)
      kept.set(word, known)
      return known
    })
}

function add(postings: Map<string, Posting[]>, word: string, doc: number, field: number): void {
  const list = postings.get(word)
  const last = list?.at(-1)
  if (list === undefined) postings.set(word, [{ doc, field, times: 1 }])
  else if (last!.doc === doc && last!.field === field) last!.times++
  else list.push({ doc, field, times: 1 })
}
