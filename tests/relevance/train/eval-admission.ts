/** Disables each feature and expansion in turn, to find those that could be removed. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { BM25F, CERTAINTY, EXPANSION_WEIGHTS, FEATURE_WEIGHTS, RELAXING } from '@vitrine/engine'
import { localEmbedder } from '../../../packages/embedder/src/local/local.ts'
import { lawCatalog } from '../../../packages/server/src/features/search-health/laws/law-catalog.ts'
import { type LawOutcome, pooled, runLaws } from '../../../packages/server/src/features/search-health/laws/run-laws.ts'
import { type Harness, startHarness } from '../../conformance/harness.ts'
import { askedServer, fillShop } from '../laws/asked-server.ts'
import { readSets } from '../search/eval-search.ts'
import { sampled, setNames } from '../search/judged-set.ts'
import { paired } from '../search/statistics.ts'
import { EXPORTED_SHOPS } from '../shops/exported-shops.ts'
import { faultsOf, searchShop } from '../shops/searched-shop.ts'
import { HELD, LEARNED, scoresWith, WindowReader } from './judged-windows.ts'

const usage = `npm run eval -- admission [--set esci] [--sample 60] [--only fuzzy] [--words] [--shops]
  --set NAME    only these sets (${setNames.join(', ')}); may be repeated
  --sample N    at most N queries of a set, always the same ones
  --only NAME   only this feature or expansion; may be repeated
  --words       by words alone
  --shops       also the laws and the queries of shops: about a minute for each line on a quiet machine
Each line: what its being there gains, in points of each set's measure with the 95 % interval; laws that are kept less often without it
(in points), and queries of shops that go wrong without it.`

/** Larger sets are searched by words alone, because embedding them takes longest. */
const MAX_EMBEDDED = 20_000
/** Products of each catalog for the laws of search. */
const LAW_SAMPLE = 8
const CATALOGS = fileURLToPath(new URL('../../../../shared/data/catalogs/', import.meta.url))

interface Switch {
  name: string
  /** True if the switch changes which products are found. */
  finds: boolean
  turn(isOn: boolean): void
}

function switches(): Switch[] {
  const of = (weights: Record<string, number>, kind: string, names: readonly string[]) =>
    names.map((name): Switch => {
      const shipped = weights[name]!
      return {
        name: `${kind} ${name}`,
        finds: kind === 'expansion',
        turn: (isOn) => {
          weights[name] = isOn ? shipped : 0
        },
      }
    })
  return [
    ...of(FEATURE_WEIGHTS, 'feature', [...LEARNED, ...HELD]),
    ...of(EXPANSION_WEIGHTS, 'expansion', Object.keys(EXPANSION_WEIGHTS)),
  ]
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      set: { type: 'string', multiple: true },
      sample: { type: 'string', default: '60' },
      only: { type: 'string', multiple: true },
      words: { type: 'boolean', default: false },
      shops: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(usage)
  const chosen = switches().filter(({ name }) => !values.only || values.only.includes(name.split(' ')[1]!))
  console.log(constantsLine())
  await reportSets(chosen, values)
  if (values.shops) await reportShops(chosen)
}

/** Weights of fields are left out, because each shop sets its own. */
function constantsLine(): string {
  const counts = { features: FEATURE_WEIGHTS, expansions: CERTAINTY, bm25f: BM25F, relaxing: RELAXING }
  const parts = Object.entries(counts).map(([name, of]) => ({ name, count: Object.keys(of).length }))
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  return `${total} constants shape the order: ${parts.map(({ name, count }) => `${count} ${name}`).join(', ')}`
}

async function reportSets(
  chosen: readonly Switch[],
  asked: { set?: string[] | undefined; sample: string; words: boolean },
): Promise<void> {
  const embedder = localEmbedder()
  const reader = new WindowReader(embedder)
  for (const each of readSets(asked)) {
    const set = sampled(each, Number(asked.sample))
    const text = set.locale === 'en' ? embedder.text! : embedder.multilingual!
    const mode = asked.words || set.docs.length > MAX_EMBEDDED ? 'words' : 'hybrid'
    const read = await reader.open(set, mode, text)
    const weights = () => [...LEARNED, ...HELD].map((name) => FEATURE_WEIGHTS[name])
    const shipped = read()
    const whole = scoresWith(shipped, weights())
    console.log(`\n${set.name}, ${mode}, ${whole.length} queries: what each gains`)
    for (const one of chosen) {
      // Features only order what is found; expansions also find more.
      const left = await without(one, async () => scoresWith(one.finds ? read() : shipped, weights()))
      const { difference, half } = paired(whole, left)
      const isClear = Math.abs(difference) > half
      console.log(
        `  ${one.name.padEnd(26)} ${points(difference)} ±${(100 * half).toFixed(2)}${isClear ? '  clear' : ''}`,
      )
    }
  }
  await embedder.close()
}

async function without<T>(one: Switch, measure: () => Promise<T>): Promise<T> {
  one.turn(false)
  try {
    return await measure()
  } finally {
    one.turn(true)
  }
}

async function reportShops(chosen: readonly Switch[]): Promise<void> {
  if (!existsSync(CATALOGS)) return console.log(`no shop is asked: ${CATALOGS} is not there`)
  const measure = async () => {
    const harness = await startHarness({ VITRINE_RATE_LIMIT: '0' })
    const measured = { laws: await lawsOf(harness), faulty: await faultyQueries(harness) }
    await harness.close()
    return measured
  }
  const whole = await measure()
  console.log(`\nlaws and queries of shops, by words: ${whole.faulty.size} queries are not answered as expected`)
  for (const one of chosen) {
    const left = await without(one, measure)
    const worse = left.laws.flatMap((outcome, i) => {
      const loss = rate(whole.laws[i]!) - rate(outcome)
      return loss > 0.0005 ? [`law ${outcome.law.number} ${points(loss)}`] : []
    })
    const wrong = [...left.faulty].filter((query) => !whole.faulty.has(query))
    console.log(`  ${one.name.padEnd(26)} ${[...worse, ...wrong.map((query) => `"${query}"`)].join(', ') || 'nothing'}`)
  }
}

async function lawsOf(harness: Harness): Promise<LawOutcome[]> {
  const runs: LawOutcome[][] = []
  for (const { file, locale } of EXPORTED_SHOPS) {
    const { to, visible } = await fillShop(harness, { locale, content: { file: readFileSync(CATALOGS + file) } })
    runs.push(
      await runLaws(askedServer(harness, to), await lawCatalog(visible, { language: locale, sampleSize: LAW_SAMPLE })),
    )
  }
  return pooled(runs)
}

async function faultyQueries(harness: Harness): Promise<Set<string>> {
  const faulty = new Set<string>()
  for (const shop of EXPORTED_SHOPS) {
    const found = await searchShop(harness, CATALOGS, shop)
    for (const asked of shop.queries) if (faultsOf(asked, found.get(asked.query)!).length > 0) faulty.add(asked.query)
  }
  return faulty
}

function rate({ asked, kept }: LawOutcome): number {
  return asked === 0 ? 1 : kept / asked
}

function points(difference: number): string {
  return `${difference >= 0 ? '+' : ''}${(100 * difference).toFixed(2)}`
}
