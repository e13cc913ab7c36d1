/**
 * `npm run bench -- recommend [--sizes 10000,100000,1000000] [--events 2000000] [--http 20000] [--seconds 6]`
 *
 * Models: CPU to learn so many events, memory, time of one call, at several catalog sizes. HTTP: similar products as ids from a warm shop.
 */
import { parseArgs } from 'node:util'
import { measureHttp } from './measure-http.ts'
import { measureModels } from './measure-models.ts'

export async function run(args: string[]): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { sizes: text, events: text, http: text, seconds: text } })
  const events = Number(values.events ?? 2_000_000)
  const sizes = (values.sizes ?? '10000,100000,1000000').split(',').map(Number)
  console.log(
    'products   events     build CPU s  events/CPU s  memory MB  snapshot MB  save+load CPU s  call CPU µs  p50 µs      p99 µs',
  )
  for (const size of sizes) {
    const { products, ...rest } = measureModels(size, events)
    const figures = [rest.events, rest.buildSeconds, rest.eventsPerSecond, rest.megabytes, rest.snapshotMegabytes]
    const calls = [rest.loadSeconds, rest.cpuMicros, rest.p50Micros, rest.p99Micros]
    console.log([products, ...figures, ...calls].map((figure) => String(figure).padEnd(11)).join(' '))
  }
  const shop = Number(values.http ?? 20_000)
  if (shop > 0) console.log('http', await measureHttp(shop, Math.min(events, 1_000_000), Number(values.seconds ?? 6)))
}
