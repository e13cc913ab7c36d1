/**
 * `npm run bench -- recommend [--sizes 10000,100000,1000000] [--events 2000000]` measures the CPU to learn this many
 * events, memory, and the time of one call, at several catalog sizes. `npm run bench -- serve` measures
 * recommendations over HTTP.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readOptions, saveResult } from '../bench.ts'
import type { ModelFigures } from './measure-models.ts'

const USAGE = `npm run bench -- recommend [--sizes 10000,100000,1000000] [--events 2000000]
  --sizes N,N   products of each catalog
  --events N    events to learn`

export async function run(args: string[]): Promise<void> {
  const values = readOptions(args, { sizes: '10000,100000,1000000', events: 2_000_000 }, USAGE)
  saveResult('recommend-models', await measureSizes(values.sizes.split(',').map(Number), values.events))
}

/** Measures each size in its own process, so that memory left by one does not affect the next. */
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
