/** A baseline that a developer builds in a day: MiniSearch and nearest vectors. It must not change. */
import MiniSearch from 'minisearch'

/** `id` can be any number that the caller chooses. */
export interface FlatDoc {
  id: number
  title: string
  [field: string]: string | number
}

export type RankWords = (query: string) => number[]

/** Number of nearest products in the fusion. */
export const NEAREST = 200
const RANK_OFFSET = 10
const VECTOR_SHARE = 0.5

/** Allows prefixes and typos, with a higher weight for titles. Any word matches. */
export function plainMiniSearch(docs: readonly FlatDoc[]): RankWords {
  const fields = Object.keys(docs[0] ?? {}).filter((field) => field !== 'id')
  const index = new MiniSearch({
    fields,
    searchOptions: { prefix: true, fuzzy: 0.2, boost: { title: 5 }, combineWith: 'OR' },
  })
  index.addAll(docs)
  return (query) => index.search(query).map(({ id }) => id)
}

/** Best first; ties are broken by the ranking by words. */
export function fuseRanks(byWords: readonly number[], nearest: readonly number[]): number[] {
  const scores = new Map<number, number>()
  const add = (ids: readonly number[], share: number) => {
    for (const [rank, id] of ids.entries()) scores.set(id, (scores.get(id) ?? 0) + share / (RANK_OFFSET + rank + 1))
  }
  add(byWords, 1 - VECTOR_SHARE)
  add(nearest.slice(0, NEAREST), VECTOR_SHARE)
  return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id)
}
