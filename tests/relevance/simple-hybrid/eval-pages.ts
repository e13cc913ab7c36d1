/** Writes pages of the server and of a simple hybrid side by side, in random order, for a reader to judge. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom } from '../../../packages/server/src/features/search-health/laws/seeded-random.ts'
import type { Product } from '../../../packages/server/src/ports/record-store/product.ts'
import { type Harness, startHarness } from '../../conformance/harness.ts'
import { askedServer, fillShop } from '../laws/asked-server.ts'
import { flatProduct } from './flat-product.ts'
import { fuseRanks, NEAREST, plainMiniSearch } from './simple-hybrid.ts'

const usage = `npm run eval -- pages FILE… [--out FOLDER] [--limit 5] [--seed 1] [--faults]
  FILE       {catalog, language, queries: [{id, query, class, good_titles?}]}: an export and what to ask it
  --out      where pages.json (what a reader sees) and key.json (which side is ours) go
  --faults   also print where our first hit is none of the good titles
  --limit    hits of a page
Prints how often the first hit has one of the good titles, by class.`

interface QueryFile {
  /** Path of an export. */
  catalog: string
  language: string
  queries: AskedQuery[]
}

interface AskedQuery {
  id: string
  query: string
  class: string
  /** Titles that a person expects first; empty if the shop has nothing of the kind. */
  good_titles?: string[]
}

interface Page {
  id: string
  query: string
  class: string
  left: string[]
  right: string[]
}

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      limit: { type: 'string', default: '5' },
      seed: { type: 'string', default: '1' },
      faults: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  })
  if (values.help || positionals.length === 0) return console.log(usage)
  const harness = await startHarness({ VITRINE_EMBEDDER: 'local', VITRINE_RATE_LIMIT: '0' })
  const random = seededRandom(Number(values.seed))
  const pages: Page[] = []
  const key: Record<string, 'left' | 'right'> = {}
  const verdicts: Verdict[] = []
  for (const path of positionals) {
    const file: QueryFile = JSON.parse(readFileSync(path, 'utf8'))
    const shop = await openBoth(harness, file)
    for (const asked of file.queries) {
      const { id, query, class: kind } = asked
      const { ours, simple } = await shop(query, Number(values.limit))
      verdicts.push({ asked, ours: ours[0], isOurs: isGood(asked, ours[0]), isSimple: isGood(asked, simple[0]) })
      const isLeft = random() < 0.5
      key[id] = isLeft ? 'left' : 'right'
      pages.push({ id, query, class: kind, left: isLeft ? ours : simple, right: isLeft ? simple : ours })
    }
  }
  await harness.close()
  printVerdicts(verdicts, values.faults)
  if (values.out === undefined) return
  mkdirSync(values.out, { recursive: true })
  writeFileSync(join(values.out, 'pages.json'), JSON.stringify(pages, null, 1))
  writeFileSync(join(values.out, 'key.json'), JSON.stringify(key, null, 1))
}

interface Verdict {
  asked: AskedQuery
  ours: string | undefined
  isOurs: boolean
  isSimple: boolean
}

function isGood({ good_titles: titles = [] }: AskedQuery, first: string | undefined): boolean {
  const title = first?.split(' | ')[0]
  return title === undefined ? titles.length === 0 : titles.includes(title)
}

function printVerdicts(verdicts: readonly Verdict[], withFaults: boolean): void {
  console.log('class             queries   vitrine   simple hybrid   (first hit good)')
  const groups: [string, readonly Verdict[]][] = [...Map.groupBy(verdicts, ({ asked }) => asked.class)]
  for (const [name, its] of [...groups, ['all', verdicts] as const]) {
    const share = (count: number) => `${((100 * count) / its.length).toFixed(0)} %`.padStart(9)
    const [ours, simple] = [its.filter(({ isOurs }) => isOurs), its.filter(({ isSimple }) => isSimple)]
    console.log(`${name.padEnd(17)} ${String(its.length).padStart(7)} ${share(ours.length)} ${share(simple.length)}`)
  }
  for (const { asked, ours, isOurs } of withFaults ? verdicts : [])
    if (!isOurs) console.log(`${asked.id} ${asked.class}: "${asked.query}" brings ${ours ?? 'nothing'}`)
}

async function openBoth(harness: Harness, { catalog, language }: QueryFile) {
  const { to, visible } = await fillShop(harness, { locale: language, content: { file: readFileSync(catalog) } })
  const byId = new Map(visible.map((product) => [product.id, product]))
  const server = askedServer(harness, to)
  const byWords = plainMiniSearch(visible.map(flatProduct))
  const { vectors, embedder } = harness.vitrine!.vectors
  const store = vectors.text(to.shop)
  const model = [embedder.text, embedder.multilingual].find((each) => each?.space === store?.space)
  return async (query: string, limit: number) => {
    const [vector] = (await model?.embed([query], 'query')) ?? []
    const near = vector && store ? store.search({ vector, k: NEAREST }).map(({ productId }) => productId) : []
    const visibleNear = near.filter((id) => byId.has(id))
    const shown = (ids: readonly number[]) => ids.slice(0, limit).map((id) => describe(byId.get(id)))
    const { ids } = await server.search({ query, limit })
    return { ours: shown(ids), simple: shown(fuseRanks(byWords(query), visibleNear)) }
  }
}

function describe(product: Product | undefined): string {
  if (product === undefined) return '?'
  const price = Math.min(...product.variants.map((variant) => variant.price))
  const options = product.options.filter(({ name }) => name !== 'Title')
  const values = options.map(({ name, values: all }) => `${name}: ${all.slice(0, 6).join(', ')}`)
  return [product.title, product.productType, product.vendor, price, ...values].join(' | ')
}
