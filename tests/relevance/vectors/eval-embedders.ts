/**
 * Compares text models, alone and in a fixed fusion with words. It serves to choose a model, not to tune the ranking.
 */
import { type Embedder, openEmbedder, type TextEmbedder } from '@vitrine/embedder'
import type { VectorStore } from '@vitrine/engine'
import { type JudgedSet, readJudgedSet, type SetName } from '../search/judged-set.ts'
import { canScore, score } from '../search/metrics.ts'
import { indexOf, searchSet } from '../search/searched-set.ts'
import { embeddedSet } from './embedded-set.ts'

const SETS: readonly SetName[] = ['esci', 'crowdflower', 'icecat', 'esci_es', 'esci_jp']

/** The weights are fixed, because models are compared, not fusions. */
const TEXT_SHARES = [0.5, 0.65, 0.8]
const DEPTH = 200

export async function run(args: string[]): Promise<void> {
  const option = (name: string) => args[args.indexOf(`--${name}`) + 1]
  const setting = args.includes('--embedder') ? option('embedder')! : 'local'
  const names = args.includes('--sets') ? (option('sets')!.split(',') as SetName[]) : SETS
  const embedder = await openEmbedder(setting)
  for (const name of names) {
    const set = readJudgedSet(name)
    if (set === undefined) console.log(`${name} is not in ../shared/data/search: left out.`)
    else await evaluate(set, modelFor(embedder, set.locale))
  }
  await embedder.close()
}

function modelFor({ text, multilingual }: Embedder, locale: string): TextEmbedder {
  const isUnderstood = text!.languages === undefined || text!.languages.includes(locale)
  return isUnderstood ? text! : (multilingual ?? text!)
}

async function evaluate(set: JudgedSet, text: TextEmbedder): Promise<void> {
  const store = await embeddedSet(set, text)
  const words = wordScores(set)
  const rows = new Map<string, Row[]>()
  const add = (name: string, row: Row) => rows.set(name, [...(rows.get(name) ?? []), row])
  const times: number[] = []
  for (const [query, grades] of set.judgements) {
    if (!canScore(grades, set.headline)) continue
    const begunMs = performance.now()
    const [vector] = await text.embed([query], 'query')
    times.push(performance.now() - begunMs)
    const byWords = words(query)
    const near = nearest(store, vector!)
    add('words', rowOf(set, grades, byWords))
    add('vectors', rowOf(set, grades, near))
    for (const share of TEXT_SHARES) add(`fusion ${share}`, rowOf(set, grades, fused(byWords, near, share)))
  }
  times.sort((a, b) => a - b)
  console.log(
    `\n${set.name} (${times.length} queries), ${text.space}, query p50 ${times[times.length >> 1]!.toFixed(1)} ms`,
  )
  for (const [name, list] of rows)
    console.log(`  ${name.padEnd(11)} NDCG@10 ${mean(list, 'ndcg')}  hit@10 ${mean(list, 'hit')}`)
}

interface Row {
  ndcg: number
  hit: number
}

function rowOf(set: JudgedSet, grades: ReadonlyMap<string, number>, scores: ReadonlyMap<number, number>): Row {
  const ranked = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([place]) => set.ids[place - 1]!)
  return score({ ids: ranked, total: ranked.length }, grades, set.ids.length)
}

function mean(rows: readonly Row[], key: keyof Row): string {
  return (rows.reduce((sum, row) => sum + row[key], 0) / rows.length).toFixed(3)
}

/** Scores relative to the best product. */
function wordScores(set: JudgedSet): (query: string) => Map<number, number> {
  const index = indexOf(set)
  return (text) => {
    const { hits } = searchSet(index, text)
    const best = hits[0]?.score || 1
    return new Map(hits.map(({ id, score: one }) => [id, one / best]))
  }
}

/** Similarities of the nearest products, min-max normalized. */
function nearest(store: VectorStore, vector: Float32Array): Map<number, number> {
  const hits = store.search({ vector, k: DEPTH })
  const best = hits[0]?.similarity ?? 0
  const floor = hits.at(-1)?.similarity ?? 0
  return new Map(hits.map(({ productId, similarity }) => [productId, (similarity - floor) / (best - floor || 1)]))
}

function fused(
  words: ReadonlyMap<number, number>,
  near: ReadonlyMap<number, number>,
  share: number,
): Map<number, number> {
  const places = new Set([...words.keys(), ...near.keys()])
  return new Map(
    [...places].map((place) => [place, share * (words.get(place) ?? 0) + (1 - share) * (near.get(place) ?? 0)]),
  )
}
