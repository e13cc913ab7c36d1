/** Fits the weights of ranking features on judged sets, and scores them on the set that was left out. */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { FEATURE_WEIGHTS } from '@vitrine/engine'
import { localEmbedder } from '../../../packages/embedder/src/local/local.ts'
import { readSets } from '../search/eval-search.ts'
import { sampled, setNames } from '../search/judged-set.ts'
import { mean, paired } from '../search/statistics.ts'
import { HELD, LEARNED, type Mode, scoresWith, WindowReader, type WindowSet } from './judged-windows.ts'
import { fitWeights } from './pairwise-regression.ts'

const usage = `npm run train -- ranking [--set esci] [--sample 150] [--words homedepot] [--write]
  --set NAME     only these sets (${setNames.join(', ')}); may be repeated
  --sample N     at most N queries of a set, always the same ones
  --words NAME   a set whose products are not embedded, which takes minutes: by words alone; may be repeated
  --write        put the weights into packages/engine/src/rank/weights.json, with the report beside them`

/** Penalties to try. The best mean over the sets left out wins. */
const PENALTIES = [0.003, 0.01, 0.03, 0.1]

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      set: { type: 'string', multiple: true },
      sample: { type: 'string', default: '150' },
      words: { type: 'string', multiple: true, default: [] },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(usage)
  const sets = await readWindows(values)
  const outcomes = PENALTIES.map((l2) => leaveOneOut(sets, l2))
  const best = outcomes.reduce((a, b) => (b.worth > a.worth ? b : a))
  const weights = fitted(sets, best.l2)
  const lines = report(sets, best, weights)
  console.log(lines.join('\n'))
  if (values.write) write(weights, lines)
}

async function readWindows(values: { set?: string[] | undefined; sample: string; words: string[] }) {
  const embedder = localEmbedder()
  const reader = new WindowReader(embedder)
  const sets: WindowSet[] = []
  for (const each of readSets(values)) {
    const set = sampled(each, Number(values.sample))
    const text = set.locale === 'en' ? embedder.text! : embedder.multilingual!
    const modes: Mode[] = values.words.includes(set.name) ? ['words'] : ['words', 'hybrid']
    for (const mode of modes) sets.push((await reader.open(set, mode, text))())
    console.error(`${set.name}: ${set.judgements.size} queries read`)
  }
  await embedder.close()
  return sets
}

function trainingSets(sets: readonly WindowSet[]) {
  return sets.map(({ windows }) => windows.map(({ candidates }) => candidates))
}

interface LeftOut {
  l2: number
  /** Scores of each set and mode with weights that were fitted without the set. */
  scores: number[][]
  worth: number
}

function leaveOneOut(sets: readonly WindowSet[], l2: number): LeftOut {
  const withoutSet = new Map<string, number[]>()
  for (const { set } of sets) {
    if (withoutSet.has(set.name)) continue
    const others = sets.filter((other) => other.set.name !== set.name)
    withoutSet.set(set.name, fitted(others, l2))
  }
  const scores = sets.map((one) => scoresWith(one, withoutSet.get(one.set.name)!))
  return { l2, scores, worth: mean(scores.map((each) => mean(each))) }
}

const shipped = () => [...LEARNED, ...HELD].map((name) => FEATURE_WEIGHTS[name])

/** The weight of words is fixed, because the limits of other boosts are relative to it. */
function fitted(sets: readonly WindowSet[], l2: number): number[] {
  const learned = fitWeights(trainingSets(sets), LEARNED.length, l2)
  const scale = FEATURE_WEIGHTS.words / learned[LEARNED.indexOf('words')]!
  return shipped().map((held, i) => (i < learned.length ? Math.round(1000 * scale * learned[i]!) / 1000 : held))
}

function report(sets: readonly WindowSet[], { l2, scores }: LeftOut, weights: readonly number[]): string[] {
  const before = shipped()
  const lines = [
    `penalty ${l2}`,
    'set              mode     queries   as they were   set left out    difference in points   fitted on all',
  ]
  for (const [i, one] of sets.entries()) {
    const old = scoresWith(one, before)
    const { difference, half } = paired(scores[i]!, old)
    const points = `${(100 * difference).toFixed(2)} ±${(100 * half).toFixed(2)}`
    const cells = [String(old.length).padStart(7), figure(old).padStart(14), figure(scores[i]!).padStart(14)]
    lines.push(
      `${one.set.name.padEnd(16)} ${one.mode.padEnd(7)} ${cells.join(' ')} ${points.padStart(22)} ${figure(scoresWith(one, weights)).padStart(15)}`,
    )
  }
  lines.push('', ...LEARNED.map((name, i) => `${name.padEnd(12)} ${before[i]!.toFixed(3)} → ${weights[i]!.toFixed(3)}`))
  return lines
}

function figure(scores: readonly number[]): string {
  return mean(scores).toFixed(4)
}

function write(weights: readonly number[], lines: readonly string[]): void {
  const folder = new URL('../../../packages/engine/src/rank/', import.meta.url)
  const learned = Object.fromEntries(LEARNED.map((name, i) => [name, weights[i]!]))
  writeFileSync(new URL('weights.json', folder), `${JSON.stringify({ ...FEATURE_WEIGHTS, ...learned }, null, 2)}\n`)
  writeFileSync(new URL('../../../bench/results/ranking-weights.txt', import.meta.url), `${lines.join('\n')}\n`)
}
