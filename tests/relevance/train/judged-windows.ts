/** Reads the first products of each judged query with their features, to fit and score weights. */
import {
  type FeatureName,
  type Hit,
  SEMANTIC_DEPTH,
  type SemanticHits,
  semanticMix,
  similarityFeedback,
  similarityFloor,
  withPopularity,
} from '@vitrine/engine'
import type { TextEmbedder } from '@vitrine/embedder'
import { OutOfDomain } from '../../../packages/server/src/features/vectors/out-of-domain.ts'
import type { JudgedSet } from '../search/judged-set.ts'
import { canScore, score } from '../search/metrics.ts'
import { indexOf, searchSet } from '../search/searched-set.ts'
import { embeddedSet } from '../vectors/embedded-set.ts'
import type { Candidate } from './pairwise-regression.ts'

/** Judged queries determine the weights of these features. */
export const LEARNED: readonly FeatureName[] = ['words', 'coverage', 'phrase', 'titleHead', 'similarity']
/** Shops' queries need these features, but judged queries do not. */
export const HELD: readonly FeatureName[] = ['category', 'meaning']
/** Words alone do not teach the weight of meaning, and hybrid search alone does not teach the ranking without it. */
export type Mode = 'words' | 'hybrid'

export interface JudgedWindow {
  readonly grades: ReadonlyMap<string, number>
  readonly candidates: readonly WindowCandidate[]
}

export interface WindowCandidate extends Candidate {
  readonly id: string
}

export interface WindowSet {
  readonly set: JudgedSet
  readonly mode: Mode
  readonly windows: readonly JudgedWindow[]
}

/** Products per query. Further ones are seldom seen and only add similar pairs. */
const CANDIDATES = 60

/** Reads repeatedly without indexing products and embedding queries again. */
export type ReadWindows = () => WindowSet

export class WindowReader {
  readonly #outOfDomain: OutOfDomain

  constructor(embedder: ConstructorParameters<typeof OutOfDomain>[0][number]) {
    this.#outOfDomain = new OutOfDomain([embedder])
  }

  async open(set: JudgedSet, mode: Mode, text: TextEmbedder): Promise<ReadWindows> {
    const index = indexOf(set)
    const queries = [...set.judgements].filter(([, grades]) => canScore(grades, set.headline))
    const meaningOf = mode === 'words' ? undefined : await this.#meanings(set, text, queries)
    return () => {
      const fresh = withPopularity(index, index.sales)
      const windows = queries.map(([query, grades]) => {
        const semantic = meaningOf?.get(query)
        const { hits } = searchSet(fresh, query, semantic === undefined ? {} : { semantic })
        return { grades, candidates: hits.slice(0, CANDIDATES).flatMap((hit) => candidateOf(set, hit, grades)) }
      })
      return { set, mode, windows }
    }
  }

  async #meanings(set: JudgedSet, text: TextEmbedder, queries: readonly (readonly [string, unknown])[]) {
    const store = await embeddedSet(set, text)
    await this.#outOfDomain.learn(text.space)
    const meanings = new Map<string, SemanticHits>()
    for (const [query] of queries) {
      const [vector] = await text.embed([query], 'query')
      const nearest = store.search({ vector: vector!, k: SEMANTIC_DEPTH })
      const floor = similarityFloor(store, vector!, this.#outOfDomain.similarity(vector!, text.space))
      const feedback = similarityFeedback(store, vector!, nearest)
      meanings.set(query, { ...semanticMix(nearest, 'hybrid', floor), feedback })
    }
    return meanings
  }
}

function candidateOf(set: JudgedSet, hit: Hit, grades: ReadonlyMap<string, number>): WindowCandidate[] {
  const { features, rules } = hit.explanation
  if (!features || !rules) return []
  const id = set.ids[hit.id - 1]!
  const before = rules.slice(
    0,
    rules.findIndex(({ rule }) => rule === 'relevance'),
  )
  return [
    {
      id,
      features: [...LEARNED, ...HELD].map((name) => features[name]),
      grade: grades.get(id) ?? 0,
      group: before.map(({ value }) => value).join(' '),
    },
  ]
}

/** Returns the measure of each query with weights in the order of `LEARNED` and `HELD`. Groups keep their order. */
export function scoresWith({ set, windows }: WindowSet, weights: readonly number[]): number[] {
  return windows.map(({ grades, candidates }) => {
    const groups = [...new Set(candidates.map(({ group }) => group))]
    const ranked = candidates
      .map((one) => ({ one, worth: dot(one.features, weights), place: groups.indexOf(one.group) }))
      .sort((a, b) => a.place - b.place || b.worth - a.worth)
    const ids = ranked.map(({ one }) => one.id)
    return score({ ids, total: ids.length }, grades, set.ids.length)[set.headline]
  })
}

function dot(features: readonly number[], weights: readonly number[]): number {
  return features.reduce((sum, value, i) => sum + value * weights[i]!, 0)
}
