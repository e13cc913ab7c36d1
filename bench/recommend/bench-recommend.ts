/**
 * `npm run bench -- recommend [--sizes 10000,100000,1000000] [--events 2000000] [--http 100000] [--http-events 10000000] [--seconds 8]
 * [--data FOLDER] [--view product_details] [--profile] [--prepare]`
 *
 * Models: CPU to learn so many events, memory, time of one call, at several catalog sizes (`--sizes 0`: none). HTTP: similar products from a warm shop
 * (`--http 0`: none), the server on one core. `--data` keeps the shop's folder for the next run; `--prepare` makes it and stops; `--profile` leaves a
 * CPU profile of the server in it.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOptions, saveResult } from '../bench.ts'
import { type HttpAsk, measureHttp, prepareShop } from './measure-http.ts'
import type { ModelFigures } from './measure-models.ts'

/** Published by bol.com for Serenade: requests per second on two cores, and their 90th percentile end to end. */
const SERENADE = { requestsPerSecond: 1000, cores: 2, p90Ms: 7 }

const DEFAULTS = {
  sizes: '10000,100000,1000000',
  events: 2_000_000,
  http: 100_000,
  'http-events': 10_000_000,
  seconds: 8,
  data: '',
  view: '',
  profile: false,
  prepare: false,
}
const USAGE = `npm run bench -- recommend
  ${Object.entries(DEFAULTS)
    .map(([name, value]) => `--${name} ${value}`)
    .join('\n  ')}`

export async function run(args: string[]): Promise<void> {
  const values = readOptions(args, DEFAULTS, USAGE)
  const sizes = values.sizes.split(',').map(Number)
  const products = values.http
  const ask: HttpAsk = {
    folder: values.data || mkdtempSync(join(tmpdir(), 'vitrine-bench-recommend-')),
    products,
    events: values['http-events'],
    seconds: values.seconds,
    view: values.view === 'product_details' ? 'product_details' : 'product_ids',
    profile: values.profile,
  }
  try {
    if (values.prepare) return void console.log(await prepareShop(ask))
    const models = await measureSizes(
      sizes.filter((size) => size > 0),
      values.events,
    )
    if (models.length > 0) saveResult('recommend-models', models)
    if (products > 0) await measureServer(ask)
  } finally {
    if (values.data === '') rmSync(ask.folder, { recursive: true, force: true })
  }
}

/** Measures each size in a process of its own, so that memory left by one does not affect the next. */
async function measureSizes(sizes: readonly number[], events: number): Promise<ModelFigures[]> {
  const measured: ModelFigures[] = []
  for (const size of sizes) {
    console.log(`models of ${size} products, ${events} events …`)
    const script = new URL('./measure-models.ts', import.meta.url).pathname
    const child = fork(script, [String(size), String(events)], {
      execArgv: ['--max-old-space-size=6000', '--expose-gc'],
    })
    const figures = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [])])
    if (figures.length === 0) throw new Error(`the models of ${size} products were not measured`)
    measured.push(figures[0] as ModelFigures)
    console.log(figures[0])
  }
  return measured
}

async function measureServer(ask: HttpAsk): Promise<void> {
  const figures = await measureHttp(ask)
  console.log('http', figures)
  console.log('Serenade, as published', SERENADE)
  if (!ask.profile)
    saveResult(`recommend-http-${ask.products}-${ask.view}`, { ...figures, published: { serenade: SERENADE } })
}
