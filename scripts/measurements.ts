/** Writes docs/guides/measurements.md and capacity.md. A test compares both pages with bench/results. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CAPACITY_PAGE, capacityPage } from './capacity.ts'
import { ROOT } from './read-lockfile.ts'

export const PAGE = join(ROOT, 'docs/guides/measurements.md')

interface SearchRun {
  contender: string
  buildWallMs: number
  memoryMb: number
  workloads: Record<string, { times: number[] }>
}
interface ServeRun {
  workload: string
  requestsPerSecond: number
  p50Ms: number
  p95Ms?: number
  p99Ms: number
}
interface MemoryRun {
  name: string
  residentMib: number
  peakMib?: number
}
interface VectorRun {
  contender: string
  bytesPerVector: number
  workloads: { filter: number; recall: number; p50: number }[]
}

export function measurementsPage(): string {
  return `${[INTRODUCTION, textSearch(), vectors(), http(), events(), startAndImport(), memory(), relevance(), ...imageSearch(), MORE].join('\n\n')}\n`
}

const INTRODUCTION = `# What we measured, and how to repeat it

This page is written by \`npm run measurements\` from the files in [bench/results](../../bench/results). Each table names the command that made its file.
All runs were made on one machine with two shared cores, so read them as comparisons, not as records: every contender ran in the same run, in a
process of its own, on the same generated products. Lower is better unless the column says otherwise.

We did not measure hosted services or engines that run as a server of their own (Algolia, Typesense, Meilisearch, Elasticsearch). The libraries below are
those that can be installed beside Vitrine with npm.`

function textSearch(): string {
  const rows = [100_000, 1_000_000].flatMap((products) => {
    const file = products === 100_000 ? 'search-100000' : 'search-1000000-vitrine-sqlite'
    return read<{ measurements: SearchRun[] }>(file).measurements.map((one) => {
      const time = (name: string) => (one.workloads[name] ? number(median(one.workloads[name].times), 2) : '–')
      return [
        one.contender,
        whole(products),
        time('plain'),
        time('typo'),
        time('typing'),
        number(one.buildWallMs / 1000, 1),
        whole(one.memoryMb),
      ]
    })
  })
  const head = ['Engine', 'Products', 'Plain ms', 'With typos ms', 'While typing ms', 'Build s', 'Memory MB']
  const note =
    '`sqlite` is SQLite FTS5 ranked over any of the words, `sqlite-every` over all of them. A dash: the engine has no such search, or was too slow for the run. ' +
    'With 100,000 products, each query is asked once, after others have warmed the engine up; with 1,000,000, the fastest of three times counts, which for Vitrine may come from a cache.'
  return section(
    'Text search, median per query',
    ['npm run bench -- search', 'npm run bench -- search --products 1000000 --only vitrine,sqlite'],
    head,
    rows,
    note,
  )
}

function vectors(): string {
  const rows = read<{ measurements: VectorRun[] }>('vectors-100000').measurements.flatMap(
    ({ contender, bytesPerVector, workloads }) =>
      workloads.map(({ filter, recall, p50 }) => [
        contender,
        filter === 1 ? 'all' : `1 in ${filter}`,
        number(recall, 3),
        number(p50, 2),
        whole(bytesPerVector),
      ]),
  )
  const head = ['Index', 'Products that pass the filter', 'Recall', 'ms', 'Bytes per vector']
  return section(
    'Nearest vectors, 100,000 of 384 numbers',
    ['npm run bench -- vectors --embed 0'],
    head,
    rows,
    'Recall is the share of the true ten nearest that were found; higher is better. A library with several rows was measured at several settings.',
  )
}

function http(): string {
  const { command, demo } = read<{ command: string; demo: ServeRun[] }>('serve')
  const rows = demo.map((one) => [
    one.workload,
    whole(one.requestsPerSecond),
    number(one.p50Ms, 1),
    one.p95Ms === undefined ? '–' : number(one.p95Ms, 1),
    number(one.p99Ms, 1),
  ])
  return section(
    'Requests over HTTP, demo shop',
    [command],
    ['Request', 'Per second', 'Median ms', '95 % ms', '99 % ms'],
    rows,
    'Eight connections that never pause, unless it says one at a time; more per second is better.',
  )
}

function events(): string {
  const { command, comparisons } = read<{
    command: string
    comparisons: { bare: Ingest; vitrine: Ingest }[]
  }>('ingest')
  const rows = comparisons.flatMap(({ bare, vitrine }) =>
    (
      [
        ['Vitrine, on disk before the answer', vitrine],
        ['a bare server that only parses', bare],
      ] as const
    ).map(([name, one]) => [name, whole(one.perSecond), number(one.p50Ms, 1), number(one.p99Ms, 1), whole(one.lost)]),
  )
  return section(
    'Events, the whole server on one core',
    [command],
    ['Server', 'Per second', 'Median ms', '99 % ms', 'Lost'],
    rows,
  )
}

interface Ingest {
  perSecond: number
  p50Ms: number
  p99Ms: number
  lost: number
}

function startAndImport(): string {
  const start = read<{ products: number; built: { openMs: number }; loaded: { openMs: number }[] }>('start-100000')
  const { command, results } = read<{
    command: string
    results: { name: string; products: number; seconds: number; peakRssMib: number }[]
  }>('catalog-100000')
  const imported = results.find(({ name }) => name === 'import')
  const rows = [
    [
      'Open a shop from its snapshot',
      whole(start.products),
      number(median(start.loaded.map(({ openMs }) => openMs)) / 1000, 2),
      '–',
    ],
    ['Open it without a snapshot', whole(start.products), number(start.built.openMs / 1000, 1), '–'],
    [
      'Import the products',
      whole(imported?.products ?? 0),
      number(imported?.seconds ?? 0, 0),
      whole(imported?.peakRssMib ?? 0),
    ],
  ]
  return section(
    'Start and import',
    ['npm run bench -- start', command],
    ['What', 'Products', 'Seconds', 'Peak memory MiB'],
    rows,
  )
}

function memory(): string {
  const { command, runs } = read<{ command: string; runs: MemoryRun[] }>('idle-memory')
  const rows = runs.map(({ name, residentMib, peakMib }) => [name, whole(residentMib), peakMib ? whole(peakMib) : '–'])
  const head = ['Server', 'Resident when idle, MiB', 'Most since its start, MiB']
  return section('Memory of a server', command.split(', '), head, rows)
}

interface RelevanceRun {
  command: string
  rows: {
    set: string
    contender: string
    measure: string
    queries: number
    value: number
    half: number
    returned: number
  }[]
}

const MEASURES: Record<string, string> = { ndcg: 'NDCG@10', mrr: 'MRR', hit: 'hit@10' }
const NAMES: Record<string, string> = {
  vitrine: 'vitrine, words',
  hybrid: 'vitrine, hybrid',
  nearest: 'nearest vectors',
  minisearch: 'minisearch',
  'sqlite fts5': 'sqlite fts5',
  'plain bm25f': 'plain bm25f',
}

function relevance(): string {
  const runs = [read<RelevanceRun>('relevance-vectors'), read<RelevanceRun>('relevance-search')]
  const known = runs.flatMap((run) => run.rows).filter(({ contender }) => contender in NAMES)
  const rows = [...Map.groupBy(known, ({ set }) => set).values()]
    .flat()
    .map((row) => [
      row.set,
      NAMES[row.contender]!,
      whole(row.queries),
      MEASURES[row.measure] ?? row.measure,
      number(row.value, 3),
      `±${number(row.half, 3)}`,
      `${number(100 * row.returned, 1)} %`,
    ])
  const head = ['Judged set', 'Engine', 'Queries', 'Measure', 'Value', '95 %', 'Catalog returned']
  const note =
    'Higher is better; the last column is the median share of the catalog that a query finds. Every engine ran on the same products and queries, with one setting. ' +
    'Our constants were chosen with these queries at hand: expect less on others. The judged sets are not part of the repository; the command says where it looks for them.'
  const commands = runs.map(({ command }) => command)
  return section('Relevance on judged queries', commands, head, rows, note)
}

function imageSearch(): string[] {
  const { encoder, shoppers, demo, drawn }: JudgedPictures = isThere('images-judged') ? read('images-judged') : {}
  return [
    ...(encoder ? [pictures(encoder)] : []),
    ...(shoppers ? [shoppersPictures(shoppers)] : []),
    ...(demo ? [demoPictures(demo)] : []),
    ...(drawn ? [drawnCatalog(drawn)] : []),
    ...(isThere('images') ? [pictureSpeed()] : []),
  ]
}

type PictureRows = Record<string, Record<string, string>>

interface JudgedEncoder {
  command: string
  rows: PictureRows
}

interface JudgedShoppers extends JudgedEncoder {
  nothing: PictureRows
}

interface JudgedDemo {
  command: string
  products: number
  pictures: number
  searches: number
  ownFirst: number
}

interface JudgedDrawn {
  command: string
  sold: PictureRows
  notSold: PictureRows
}

interface JudgedPictures {
  encoder?: JudgedEncoder
  shoppers?: JudgedShoppers
  demo?: JudgedDemo
  drawn?: JudgedDrawn
}

const PICTURE_COLUMNS = ['fashion mAP', 'P@10', 'P@1', 'color@10', 'luma R@5', 'R@5', 'coarse R@5']

function pictures({ command, rows }: JudgedEncoder): string {
  const note =
    'Higher is better. Fashion: of the other pictures, those of the same type (and `color@10` of the same color); luma: another view of the style among five; the last two: ' +
    'phone photographs of groceries among shop pictures. Earlier versions of the encoder are in `models/visual/README.md`.'
  return section('Clean pictures', [command], ['Vectors', ...PICTURE_COLUMNS], cellsOf(rows, PICTURE_COLUMNS), note)
}

const SHOPPER_COLUMNS = ['type@1 before', 'type@1', 'own first before', 'own first', 'finds nothing']

function shoppersPictures({ command, rows, nothing }: JudgedShoppers): string {
  const all = [...cellsOf(rows, SHOPPER_COLUMNS), ...cellsOf(nothing, SHOPPER_COLUMNS)]
  const note =
    'Pictures of the fashion set, changed by script, searched among all of that set. _Before_ is the nearest to the whole picture. _Own first_: the very picture comes first; ' +
    'a star where its pixels are changed so much that this is not promised. The last rows show no product of the shop, and should find nothing.'
  return section('Pictures as shoppers send them', [command], ['Picture', ...SHOPPER_COLUMNS], all, note)
}

function demoPictures({ command, products, pictures, searches, ownFirst }: JudgedDemo): string {
  const rows = [[products, pictures, searches, ownFirst].map(whole)]
  const note =
    'Every picture of the demo shop, as a card shows it and half as large, recompressed; every 40th also as its page shows it and half as large, recompressed.'
  const head = ['Products', 'Pictures', 'Searches', 'Own product first']
  return section('Pictures of the demo shop', [command], head, rows, note)
}

const DRAWN_COLUMNS = ['photographs', 'right kind first', 'right among 10', 'finds nothing']

function drawnCatalog({ command, sold, notSold }: JudgedDrawn): string {
  const rows = [...cellsOf(sold, DRAWN_COLUMNS), ...cellsOf(notSold, DRAWN_COLUMNS)]
  const note =
    'Photographs of the judged sets among the drawings of the demo shop: of what it sells the right kind should come first; what it does not sell, from the first row without that column, ' +
    'should find nothing.'
  return section('Photographs in the demo shop', [command], ['Photographs of', ...DRAWN_COLUMNS], rows, note)
}

function cellsOf(rows: PictureRows, columns: readonly string[]): string[][] {
  return Object.entries(rows).map(([name, row]) => [name, ...columns.map((column) => row[column] || '–')])
}

interface PictureSpeed {
  command: string
  encoder: Record<string, Partial<Record<(typeof PICTURE_PARTS)[number], { msCpu: number }>>>
}

const PICTURE_PARTS = ['catalog', 'wholeWithThumbnail', 'whole', 'decode', 'graph', 'colors'] as const

function pictureSpeed(): string {
  const { command, encoder } = read<PictureSpeed>('images')
  const rows = Object.entries(encoder).map(([side, times]) => [
    side,
    ...PICTURE_PARTS.map((part) => (times[part] ? number(times[part].msCpu, 1) : '–')),
  ])
  const head = ['Picture', 'Of a catalog', 'One by one', 'Vector alone', 'Decoding', 'Network', 'Colors']
  const note =
    'From file to vector and thumbnail: of a catalog as the job embeds it, several under way; then one picture at a time, without the thumbnail, and where the time goes.'
  return section('A picture into a vector, milliseconds of CPU', [command], head, rows, note)
}

const MORE = `## More

- [Faults and long runs](../../bench/results/fault-and-soak.md): kills, full disks, damaged files, half an hour of mixed and hostile traffic.
- \`npm run eval -- vectors\` without \`--no-folds\` also chooses every constant without the queries that are scored.
- \`npm run bench\` lists the other benches: embedding, image search, memory, nodes, many small shops.`

function section(
  title: string,
  commands: readonly string[],
  head: readonly string[],
  rows: readonly (readonly string[])[],
  note = '',
): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  const table = [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
  const made = commands.map((command) => `\`${command}\``).join(', ')
  return `## ${title}\n\n${made}\n\n${table}${note && `\n\n${note}`}`
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(pathOf(name), 'utf8')) as T
}

function isThere(name: string): boolean {
  return existsSync(pathOf(name))
}

function pathOf(name: string): string {
  return join(ROOT, `bench/results/${name}.json`)
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = Math.floor(sorted.length / 2)
  const lower = sorted.length % 2 === 0 ? upper - 1 : upper
  return ((sorted[lower] ?? Number.NaN) + (sorted[upper] ?? Number.NaN)) / 2
}

function number(value: number, digits: number): string {
  return value.toFixed(digits)
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(PAGE, measurementsPage())
  const capacity = capacityPage()
  if (capacity !== undefined) writeFileSync(CAPACITY_PAGE, capacity)
}
