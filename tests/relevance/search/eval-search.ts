/** Evaluates every contender on every judged set, by words alone, with default settings. */
import { parseArgs } from 'node:util'
import { contenders, type Rank } from './contenders.ts'
import { type JudgedSet, readJudgedSet, type SetName, sampled, setNames } from './judged-set.ts'
import { canScore, type QueryScore, score } from './metrics.ts'
import { countWrongParts } from './part-numbers.ts'
import { seededRandom, withRandomEdit } from './random-edit.ts'
import { figureHead, figureLine, figuresOf, type RelevanceRow, rowOf, saveRows } from './report.ts'
import { paired } from './statistics.ts'

const usage = `npm run eval -- search [--set esci] [--sample 500] [--typos] [--qrels esci=FILE] [--only vitrine,bm25f] [--parts] [--save]
  --set NAME         only this set (${setNames.join(', ')}); may be repeated
  --sample N         at most N queries of a set, always the same ones
  --typos            also with one random edit in a word of each query, mean of five runs
  --seed N           of the first run's random edits
  --parts            only: does every part number in a title bring a product that bears it first?
  --qrels SET=FILE   other judgements (query TAB product TAB grade); may be repeated
  --save             write the figures to bench/results/relevance-search.json, for docs/guides/measurements.md
  --only NAMES       only these contenders, by a part of their names, with commas between them (${Object.keys(contenders).join(', ')})`

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      set: { type: 'string', multiple: true },
      qrels: { type: 'string', multiple: true },
      only: { type: 'string' },
      sample: { type: 'string' },
      typos: { type: 'boolean' },
      parts: { type: 'boolean' },
      save: { type: 'boolean' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(usage)
  const sample = values.sample === undefined ? Number.POSITIVE_INFINITY : Number(values.sample)
  if (!values.parts) console.log(figureHead)
  const rows: RelevanceRow[] = []
  for (const set of readSets(values)) {
    if (values.parts) printParts(set)
    else
      rows.push(
        ...evaluateSet(sampled(set, sample), {
          only: values.only?.split(','),
          seed: values.typos ? Number(values.seed) : undefined,
        }),
      )
  }
  if (values.save) saveRows('search', args, rows)
}

interface Chosen {
  set?: string[] | undefined
  qrels?: string[] | undefined
}

/** Reads one set after the other, because each takes much memory. */
export function* readSets({ set: names, qrels = [] }: Chosen): Iterable<JudgedSet> {
  const files = new Map(qrels.map((pair) => splitPair(pair)))
  for (const name of setNames) {
    if (names && !names.includes(name)) continue
    const set = readJudgedSet(name, files.get(name))
    if (set === undefined) console.log(`${name}: no data at ../shared/data/search/${name}`)
    else yield set
  }
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf('=')
  if (at < 0 || !setNames.includes(pair.slice(0, at) as SetName))
    throw new Error(`--qrels needs SET=FILE instead of "${pair}"`)
  return [pair.slice(0, at), pair.slice(at + 1)]
}

function printParts(set: JudgedSet): void {
  const { asked, wrong } = countWrongParts(set)
  const names = wrong.length === 0 ? '' : `: ${wrong.slice(0, 20).join(', ')}`
  console.log(`${set.name.padEnd(12)} ${asked} part numbers, ${wrong.length} bring another part first${names}`)
}

function evaluateSet(
  set: JudgedSet,
  options: { only: string[] | undefined; seed: number | undefined },
): RelevanceRow[] {
  const rows: RelevanceRow[] = []
  let ours: QueryScore[] | undefined
  for (const [name, create] of Object.entries(contenders)) {
    if (options.only?.some((part) => name.includes(part)) === false) continue
    const rank = create(set)
    const scores = scoreAll(set, rank)
    if (name === 'vitrine') ours = scores
    const versus = ours && name !== 'vitrine' ? lead(set, ours, scores) : ''
    const figures = figuresOf(scores, set.headline)
    console.log(figureLine(set.name, name, figures) + versus)
    rows.push(rowOf(set.name, name, figures, set.headline))
    if (options.seed !== undefined) console.log(typoLine(set, name, rank, options.seed))
  }
  return rows
}

function scoreAll(set: JudgedSet, rank: Rank): QueryScore[] {
  return [...set.judgements]
    .filter(([, grades]) => canScore(grades, set.headline))
    .map(([query, grades]) => score(rank(query), grades, set.ids.length))
}

/** Describes the mean difference over all queries, with its margin. */
function lead({ headline }: JudgedSet, ours: readonly QueryScore[], theirs: readonly QueryScore[]): string {
  const values = (scores: readonly QueryScore[]) => scores.map((each) => each[headline])
  const { difference, half } = paired(values(ours), values(theirs))
  return `   vitrine ${difference >= 0 ? '+' : ''}${difference.toFixed(4)} ±${half.toFixed(4)}`
}

/** Averages several runs, because a random edit may produce a valid word. */
const typoRuns = 5

function typoLine(set: JudgedSet, name: string, rank: Rank, seed: number): string {
  const runs = Array.from({ length: typoRuns }, (_, run) => {
    const random = seededRandom(seed + run)
    return scoreAll(set, (query) => rank(withRandomEdit(query, random)))
  })
  return figureLine(set.name, `${name} +typo`, figuresOf(runs.flat(), set.headline))
}
