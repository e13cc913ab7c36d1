import { parseArgs } from 'node:util'
import { contenders } from './contenders.ts'
import { type JudgedSet, readJudgedSet, type SetName, setNames } from './judged-set.ts'
import { evaluate, type Scores } from './metrics.ts'
import { countWrongParts } from './part-numbers.ts'
import { seededRandom, withRandomEdit } from './random-edit.ts'

const usage = `npm run eval -- search [--set esci] [--typos] [--seed 1] [--qrels esci=FILE] [--only vitrine] [--parts]
  --set NAME         only this set (${setNames.join(', ')}); may be repeated
  --typos            also with one random edit in a word of each query, mean of five runs
  --seed N           of the first run's random edits
  --parts            only: does every part number in a title bring a product that bears it first?
  --qrels SET=FILE   other judgements (query TAB product TAB grade); may be repeated
  --only NAME        only this contender (${Object.keys(contenders).join(', ')})`

/** Every contender on every set, text only, with its one default setting. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      set: { type: 'string', multiple: true },
      qrels: { type: 'string', multiple: true },
      only: { type: 'string' },
      typos: { type: 'boolean' },
      parts: { type: 'boolean' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(usage)
  const files = new Map((values.qrels ?? []).map((pair) => splitPair(pair)))
  if (!values.parts) console.log('set          contender        queries  NDCG@10  judged-only  Recall@50  no results')
  for (const name of setNames) {
    if (values.set && !values.set.includes(name)) continue
    const set = readJudgedSet(name, files.get(name))
    if (set === undefined) console.log(`${name}: no data at ../shared/data/search/${name}`)
    else if (values.parts) printParts(set)
    else evaluateSet(set, { only: values.only, seed: values.typos ? Number(values.seed) : undefined })
  }
}

function printParts(set: JudgedSet): void {
  const { asked, wrong } = countWrongParts(set)
  const names = wrong.length === 0 ? '' : `: ${wrong.slice(0, 20).join(', ')}`
  console.log(`${set.name.padEnd(12)} ${asked} part numbers, ${wrong.length} bring another part first${names}`)
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf('=')
  if (at < 0 || !setNames.includes(pair.slice(0, at) as SetName))
    throw new Error(`--qrels wants SET=FILE, not "${pair}"`)
  return [pair.slice(0, at), pair.slice(at + 1)]
}

function evaluateSet(set: JudgedSet, options: { only: string | undefined; seed: number | undefined }): void {
  for (const [name, create] of Object.entries(contenders)) {
    if (options.only !== undefined && options.only !== name) continue
    const rank = create(set)
    print(set.name, name, evaluate(set.judgements, rank))
    if (options.seed === undefined) continue
    const { seed } = options
    const runs = Array.from({ length: typoRuns }, (_, run) => {
      const random = seededRandom(seed + run)
      return evaluate(set.judgements, (query) => rank(withRandomEdit(query, random)))
    })
    print(set.name, `${name} +typo`, meanOf(runs))
  }
}

/** One edit may make another word: a single run says little. */
const typoRuns = 5

function meanOf(runs: readonly Scores[]): Scores {
  const mean = (pick: (scores: Scores) => number) => runs.reduce((sum, scores) => sum + pick(scores), 0) / runs.length
  return {
    ndcg: mean((scores) => scores.ndcg),
    judgedNdcg: mean((scores) => scores.judgedNdcg),
    recall: mean((scores) => scores.recall),
    zeroResults: mean((scores) => scores.zeroResults),
    queries: runs[0]!.queries,
  }
}

function print(set: string, contender: string, scores: Scores): void {
  const figures = [scores.ndcg, scores.judgedNdcg, scores.recall, scores.zeroResults].map((figure) => figure.toFixed(4))
  console.log(
    [
      set.padEnd(12),
      contender.padEnd(18),
      String(scores.queries).padStart(5),
      ...figures.map((f) => f.padStart(9)),
    ].join(' '),
  )
}
