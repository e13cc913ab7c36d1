/** Evaluates words, meaning, and both together on judged queries, with the code of the server. */
import { parseArgs } from 'node:util'
import {
  SEMANTIC_DEPTH,
  type ShopIndex,
  semanticMix,
  similarityFeedback,
  similarityFloor,
  type VectorHit,
  type VectorStore,
} from '@vitrine/engine'
import { OutOfDomain } from '../../../packages/server/src/features/vectors/out-of-domain.ts'
import type { TextEmbedder } from '@vitrine/embedder'
import { localEmbedder } from '../../../packages/embedder/src/local/local.ts'
import { readSets } from '../search/eval-search.ts'
import { type JudgedSet, sampled, setNames } from '../search/judged-set.ts'
import { type Answer, canScore, type QueryScore, score } from '../search/metrics.ts'
import { seededRandom } from '../search/random-edit.ts'
import { figureHead, figureLine, figuresOf, type RelevanceRow, rowOf, saveRows } from '../search/report.ts'
import { answerOf, indexOf, SEARCHED, searchSet } from '../search/searched-set.ts'
import { paired } from '../search/statistics.ts'
import { flatDocs } from '../search/contenders.ts'
import { fuseRanks, NEAREST, plainMiniSearch, type RankWords } from '../simple-hybrid/simple-hybrid.ts'
import { embeddedSet } from './embedded-set.ts'
import { gibberish } from './gibberish.ts'

const usage = `npm run eval -- vectors [--set esci] [--sample 500] [--qrels esci=FILE] [--save]
  --set NAME         only this set (${setNames.join(', ')}); may be repeated
  --sample N         at most N queries of a set, always the same ones
  --save             write the figures to bench/results/relevance-vectors.json, for docs/guides/measurements.md
  --qrels SET=FILE   other judgements (query TAB product TAB grade); may be repeated
The products' vectors are kept in .cache/eval: the first run embeds every set, which takes minutes.`

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      set: { type: 'string', multiple: true },
      qrels: { type: 'string', multiple: true },
      sample: { type: 'string' },
      save: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(usage)
  const sample = values.sample === undefined ? Number.POSITIVE_INFINITY : Number(values.sample)
  const embedder = localEmbedder()
  const outOfDomain = new OutOfDomain([embedder])
  const modelOf = ({ locale }: JudgedSet) => (locale === 'en' ? embedder.text! : embedder.multilingual!)
  const open = (set: JudgedSet) => openSet(set, modelOf(set), outOfDomain)
  const meaningless = gibberish(seededRandom(11))
  const rows: RelevanceRow[] = []
  for (const each of readSets(values)) {
    const searched = await open(sampled(each, sample))
    rows.push(...report(searched))
    for (const { name, texts } of meaningless) await reportGibberish(searched, name, texts, modelOf(each))
  }
  if (values.save) saveRows('vectors', args, rows)
  await embedder.close()
}

interface NearQuery {
  readonly vector: Float32Array
  readonly nearest: readonly VectorHit[]
  /** Products with this similarity or less may be irrelevant. */
  readonly floor: number
  /** Milliseconds for embedding and vector search. */
  readonly ms: number
}

interface Searched {
  readonly set: JudgedSet
  readonly store: VectorStore
  readonly index: ShopIndex
  readonly near: ReadonlyMap<string, NearQuery>
  readonly floorOf: (vector: Float32Array) => number
  readonly plainWords: RankWords
}

async function openSet(set: JudgedSet, text: TextEmbedder, outOfDomain: OutOfDomain): Promise<Searched> {
  const store = await embeddedSet(set, text)
  await outOfDomain.learn(text.space)
  const floorOf = (vector: Float32Array) => similarityFloor(store, vector, outOfDomain.similarity(vector, text.space))
  await text.embed(['warm up'], 'query')
  const near = new Map<string, NearQuery>()
  for (const query of set.judgements.keys()) {
    const begunMs = performance.now()
    const [vector] = await text.embed([query], 'query')
    const nearest = store.search({ vector: vector!, k: SEMANTIC_DEPTH })
    near.set(query, { vector: vector!, nearest, floor: floorOf(vector!), ms: performance.now() - begunMs })
  }
  return { set, store, index: indexOf(set), near, floorOf, plainWords: plainMiniSearch(flatDocs(set, 1)) }
}

type Mode = 'simple' | 'text' | 'nearest' | 'vector' | 'hybrid'

function answer(searched: Searched, query: string, mode: Mode): Answer {
  const { set, index, near, store } = searched
  const { vector, nearest, floor } = near.get(query)!
  if (mode === 'simple') return simpleAnswer(searched, query)
  if (mode === 'nearest')
    return { ids: nearest.slice(0, SEARCHED).map(({ productId }) => set.ids[productId - 1]!), total: nearest.length }
  const feedback = mode === 'hybrid' ? { feedback: similarityFeedback(store, vector, nearest) } : {}
  const semantic = mode === 'text' ? undefined : { ...semanticMix(nearest, mode, floor), ...feedback }
  return answerOf(set, searchSet(index, query, semantic === undefined ? {} : { semantic }))
}

function simpleAnswer({ set, store, near, plainWords }: Searched, query: string): Answer {
  const nearest = store.search({ vector: near.get(query)!.vector, k: NEAREST })
  const ids = fuseRanks(
    plainWords(query),
    nearest.map(({ productId }) => productId),
  )
  return { ids: ids.slice(0, SEARCHED).map((id) => set.ids[id - 1]!), total: ids.length }
}

function report(searched: Searched): RelevanceRow[] {
  const { set } = searched
  const rows: RelevanceRow[] = []
  const queries = [...set.judgements].filter(([, grades]) => canScore(grades, set.headline))
  const scored = new Map<Mode, QueryScore[]>()
  console.log(
    `\n${set.name}: ${set.docs.length} products, model ${searched.store.space}\n${figureHead}   p50 ms   p95 ms (query embedded)`,
  )
  for (const mode of ['simple', 'text', 'nearest', 'vector', 'hybrid'] as const) {
    const times: number[] = []
    const scores = queries.map(([query, grades]) => {
      const begunMs = performance.now()
      const one = answer(searched, query, mode)
      times.push(performance.now() - begunMs + (mode === 'text' ? 0 : searched.near.get(query)!.ms))
      return score(one, grades, set.ids.length)
    })
    scored.set(mode, scores)
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.floor(share * (times.length - 1))]!.toFixed(2).padStart(8)
    const figures = figuresOf(scores, set.headline)
    console.log(`${figureLine(set.name, mode, figures)} ${at(0.5)} ${at(0.95)}`)
    rows.push(rowOf(set.name, mode, figures, set.headline))
  }
  for (const other of ['simple', 'text', 'nearest'] as const) {
    const values = (mode: Mode) => scored.get(mode)!.map((each) => each[set.headline])
    const { difference, half } = paired(values('hybrid'), values(other))
    console.log(`  hybrid against ${other}: ${(100 * difference).toFixed(2)} ±${(100 * half).toFixed(2)} points`)
  }
  return rows
}

async function reportGibberish(searched: Searched, name: string, texts: readonly string[], embedder: TextEmbedder) {
  const { index, store, floorOf } = searched
  const vectors = await embedder.embed(texts, 'query')
  const silent = texts.filter((text, i) => {
    const nearest = store.search({ vector: vectors[i]!, k: SEMANTIC_DEPTH })
    const semantic = semanticMix(nearest, 'hybrid', floorOf(vectors[i]!))
    return searchSet(index, text, { semantic }).total === 0
  })
  const byWords = texts.filter((text) => searchSet(index, text).total > 0)
  const counts = `${silent.length} of ${texts.length} find nothing, ${byWords.length} find something by their words`
  console.log(`  gibberish, ${name}: ${counts}`)
}
