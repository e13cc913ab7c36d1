/** `npm run eval -- vectors`: words, meaning and both mixed on the judged queries, through the same search that serves. */
import { join } from 'node:path'
import {
  buildIndex,
  DEFAULT_TEXT_SETTINGS,
  type EngineDoc,
  SEMANTIC_DEPTH,
  SHOP_PRICES,
  type SearchRequest,
  type SemanticMix,
  searchIndex,
  semanticMix,
  type ShopIndex,
  type VectorStore,
} from '@vitrine/engine'
import { localEmbedder } from '../../../packages/embedder/src/local/local.ts'
import { OutOfDomain } from '../../../packages/server/src/features/vectors/out-of-domain.ts'
import { type JudgedSet, readJudgedSet, setNames } from '../search/judged-set.ts'
import { seededRandom } from '../search/random-edit.ts'
import { type Scores, score } from '../search/metrics.ts'
import { EVALUATION_FOLDER, embeddedSet } from './embedded-set.ts'
import { gibberish } from './gibberish.ts'

const SEARCHED = 50

export async function run(): Promise<void> {
  const sets = setNames.map((name) => readJudgedSet(name)).filter((set) => set !== undefined)
  if (sets.length === 0) {
    console.log('The judged queries are not in ../shared/data/search: nothing to evaluate.')
    return
  }
  const embedder = localEmbedder({ cacheFolder: join(EVALUATION_FOLDER, 'models') })
  const text = embedder.text!
  console.log(`model ${text.space}, ${text.dimension} numbers; one setting for all sets`)
  const outOfDomain = new OutOfDomain([embedder])
  await outOfDomain.learn(text.space)
  const outOfDomainOf = (vector: Float32Array) => outOfDomain.similarity(vector, text.space)!
  const meaningless = gibberish(seededRandom(11))
  for (const set of sets) {
    const store = await embeddedSet(set, text)
    const vectors = await queryVectors([...set.judgements.keys()], text)
    const searched = { set, store, index: buildIndex(set.docs.map(engineDoc), 'en'), outOfDomainOf }
    report(set, measure(searched, vectors))
    reportOutOfDomain(
      searched,
      Array.from(vectors.values(), ({ vector }) => vector),
    )
    for (const { name, texts } of meaningless)
      reportGibberish(searched, name, new Map(zip(texts, await text.embed(texts, 'query'))))
  }
  await embedder.close()
}

interface TimedVector {
  vector: Float32Array
  ms: number
}

async function queryVectors(
  queries: readonly string[],
  embedder: { embed(texts: readonly string[], kind: 'query'): Promise<Float32Array[]> },
): Promise<ReadonlyMap<string, TimedVector>> {
  await embedder.embed(['warm up'], 'query')
  const vectors = new Map<string, TimedVector>()
  for (const query of queries) {
    const begunMs = performance.now()
    const [vector] = await embedder.embed([query], 'query')
    vectors.set(query, { vector: vector!, ms: performance.now() - begunMs })
  }
  return vectors
}

interface Outcome {
  name: string
  ndcg: number
  judgedNdcg: number
  recall: number
  p50: number
  p95: number
}

/** A set as a shop that can be searched. */
interface Searched {
  set: JudgedSet
  store: VectorStore
  index: ShopIndex
  /** How near a vector comes to an out-of-domain probe. */
  outOfDomainOf: (vector: Float32Array) => number
}

function mixOf({ store, outOfDomainOf }: Searched, query: string, vector: Float32Array, mode: 'hybrid' | 'vector') {
  return semanticMix(store.search({ vector, k: SEMANTIC_DEPTH }), query, mode, outOfDomainOf(vector))
}

function measure(searched: Searched, vectors: ReadonlyMap<string, TimedVector>): Outcome[] {
  const { set, store, index } = searched
  const mixed = (mode: 'hybrid' | 'vector') => (query: string) => {
    const { vector, ms } = vectors.get(query)!
    const begunMs = performance.now()
    const ids = ranked(index, query, mixOf(searched, query, vector, mode))
    return { ids, ms: performance.now() - begunMs + ms }
  }
  const words = (query: string) => {
    const begunMs = performance.now()
    const ids = ranked(index, query, undefined)
    return { ids, ms: performance.now() - begunMs }
  }
  const nearest = (query: string) => {
    const { vector, ms } = vectors.get(query)!
    const begunMs = performance.now()
    const ids = store.search({ vector, k: SEARCHED }).map(({ productId }) => productId)
    return { ids, ms: performance.now() - begunMs + ms }
  }
  return [
    outcome('text', set, words),
    outcome('nearest', set, nearest),
    outcome('vector', set, mixed('vector')),
    outcome('hybrid', set, mixed('hybrid')),
  ]
}

function ranked(index: ShopIndex, text: string, semantic: SemanticMix | undefined): number[] {
  return answer(index, text, semantic).hits.map(({ id }) => id)
}

function answer(index: ShopIndex, text: string, semantic: SemanticMix | undefined) {
  const request: SearchRequest = {
    query: { text, prefixLast: false, settings: DEFAULT_TEXT_SETTINGS },
    visibility: { terms: [], inStockOnly: false, hidden: [], nowMs: 0 },
    selections: [],
    facets: [],
    prices: SHOP_PRICES,
    sort: 'relevance',
    offset: 0,
    limit: SEARCHED,
    outOfStockLast: false,
    popularityWeight: 0,
    ...(semantic === undefined ? {} : { semantic }),
  }
  return searchIndex(index, request)
}

function engineDoc(text: JudgedSet['docs'][number], place: number): EngineDoc {
  return {
    id: place + 1,
    title: text.title,
    text,
    terms: {},
    variants: [{ price: text.price ?? 0, compareAt: null, available: true, options: {} }],
    collectionPlaces: {},
    rating: null,
    createdMs: 0,
    visibleFromMs: 0,
    popularity: 0,
  }
}

function outcome(name: string, set: JudgedSet, search: (query: string) => { ids: number[]; ms: number }): Outcome {
  const times: number[] = []
  const sums = { ndcg: 0, judgedNdcg: 0, recall: 0 }
  for (const [query, grades] of set.judgements) {
    if (![...grades.values()].some((grade) => grade > 0)) continue
    const { ids, ms } = search(query)
    times.push(ms)
    const one: Omit<Scores, 'queries'> = score(
      ids.map((id) => set.ids[id - 1]!),
      grades,
    )
    for (const key of ['ndcg', 'judgedNdcg', 'recall'] as const) sums[key] += one[key]
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]!
  const count = times.length
  return {
    name,
    ndcg: sums.ndcg / count,
    judgedNdcg: sums.judgedNdcg / count,
    recall: sums.recall / count,
    p50: at(0.5),
    p95: at(0.95),
  }
}

function report({ name, docs, judgements }: JudgedSet, outcomes: readonly Outcome[]): void {
  console.log(`\n${name}: ${docs.length} products, ${judgements.size} queries`)
  console.log('            NDCG@10  judged   recall@50   p50 ms   p95 ms   (with the query embedded)')
  for (const one of outcomes) {
    const scores = [one.ndcg, one.judgedNdcg, one.recall].map((value) => value.toFixed(4).padEnd(9)).join('')
    console.log(`  ${one.name.padEnd(10)}${scores} ${one.p50.toFixed(2).padStart(8)} ${one.p95.toFixed(2).padStart(8)}`)
  }
  const [text] = outcomes
  const hybrid = outcomes.at(-1)!
  const gain = 100 * (hybrid.ndcg - text!.ndcg)
  console.log(`  hybrid against text: ${gain >= 0 ? '+' : ''}${gain.toFixed(2)} points of NDCG@10`)
}

/** Queries that mean something to the shop must not be taken for out of domain: they would find nothing where no word helps. */
function reportOutOfDomain(searched: Searched, vectors: readonly Float32Array[]): void {
  const taken = vectors.filter((vector) => mixOf(searched, 'a b c', vector, 'hybrid').joining.length === 0)
  console.log(`  taken for out of domain: ${taken.length} of ${vectors.length} judged queries`)
}

function reportGibberish(searched: Searched, name: string, vectors: ReadonlyMap<string, Float32Array>): void {
  const silent = [...vectors].filter(([text, vector]) => {
    return answer(searched.index, text, mixOf(searched, text, vector, 'hybrid')).total === 0
  })
  const byWords = [...vectors.keys()].filter((text) => answer(searched.index, text, undefined).total > 0)
  const counts = `${silent.length} of ${vectors.size} find nothing, ${byWords.length} find something by their words`
  console.log(`  gibberish, ${name}: ${counts}`)
}

function zip<A, B>(first: readonly A[], second: readonly B[]): [A, B][] {
  return first.map((one, i) => [one, second[i]!])
}
