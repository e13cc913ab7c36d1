/** `npm run laws -- FILE…` tests the search of an export against the laws, and MiniSearch for comparison. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, parse } from 'node:path'
import { parseArgs } from 'node:util'
import { lawCatalog } from '../../../packages/server/src/features/search-health/laws/law-catalog.ts'
import {
  type LawOutcome,
  pooled,
  rateOf,
  runLaws,
} from '../../../packages/server/src/features/search-health/laws/run-laws.ts'
import { type Harness, startHarness } from '../../conformance/harness.ts'
import { askedMiniSearch } from './asked-minisearch.ts'
import { askedServer, fillShop } from './asked-server.ts'

const usage = `npm run laws -- FILE… [--language es] [--sample 40] [--seed 1] [--words] [--not-sold FOLDER] [--examples 3]
  FILE              an export of a shop (CSV, JSON, JSON lines); several are pooled. FILE@es is in Spanish
  --language CODE   of the files that name none (en)
  --sample N        products of each file that cases are made of
  --seed N          another sample
  --words           without the text model
  --not-sold FOLDER lists of things that the shops do not sell, for law 14: NAME.not-sold.json, NAME being the file's or its folder's
  --examples N      how many faults of each law are printed`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    language: { type: 'string', default: 'en' },
    sample: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    examples: { type: 'string', default: '3' },
    words: { type: 'boolean', default: false },
    'not-sold': { type: 'string' },
    help: { type: 'boolean' },
  },
})

interface Run {
  language: string
  ours: LawOutcome[]
  theirs: LawOutcome[]
}

if (values.help || positionals.length === 0) console.log(usage)
else await main()

async function main(): Promise<void> {
  const harness = await startHarness({
    VITRINE_EMBEDDER: values.words ? 'none' : 'local',
    VITRINE_RATE_LIMIT: '0',
    VITRINE_ADDRESS_RATE_LIMIT: '0',
  })
  const runs: Run[] = []
  for (const path of positionals) {
    const run = await runFile(harness, path)
    print(`${basename(dirname(path))}/${basename(path)}`, [run])
    runs.push(run)
  }
  const byLanguage = Map.groupBy(runs, ({ language }) => language)
  if (byLanguage.size > 1) for (const [language, its] of byLanguage) print(`all in ${language}`, its)
  if (runs.length > 1) print('all files', runs)
  await harness.close()
}

async function runFile(harness: Harness, named: string): Promise<Run> {
  const [path = named, language = values.language] = named.split('@')
  const { to, visible } = await fillShop(harness, { locale: language, content: { file: readFileSync(path) } })
  const catalog = await lawCatalog(visible, {
    language,
    sampleSize: Number(values.sample),
    seed: Number(values.seed),
    notSold: readNotSold(path),
  })
  return {
    language,
    ours: await runLaws(askedServer(harness, to), catalog),
    theirs: await runLaws(askedMiniSearch(visible), catalog),
  }
}

function readNotSold(path: string): string[] {
  const folder = values['not-sold']
  const names = folder === undefined ? [] : [parse(path).name, basename(dirname(path))]
  const file = names.map((name) => join(folder!, `${name}.not-sold.json`)).find((one) => existsSync(one))
  return file === undefined ? [] : JSON.parse(readFileSync(file, 'utf8'))
}

function print(name: string, runs: readonly Run[]): void {
  const theirs = pooled(runs.map((run) => run.theirs))
  console.log(`\n${name}\n law   vitrine           minisearch        sorted out`)
  for (const [i, outcome] of pooled(runs.map(({ ours }) => ours)).entries()) {
    const { law, sortedOut, faults } = outcome
    const cells = [rateCell(outcome), rateCell(theirs[i]!), String(sortedOut).padStart(6)]
    console.log(`${String(law.number).padStart(4)}   ${cells.join('  ')}   ${law.says}`)
    for (const { query, fault } of faults.slice(0, Number(values.examples)))
      console.log(`           "${query}": ${fault}`)
  }
}

function rateCell(outcome: LawOutcome): string {
  const { asked, kept } = outcome
  return (asked === 0 ? '–' : `${(100 * rateOf(outcome)).toFixed(1)} % ${kept}/${asked}`).padEnd(16)
}
