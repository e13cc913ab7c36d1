import type { Options } from './bench-ingest.ts'
import { driveLoad } from './drive-load.ts'
import { requestMaker } from './event-bodies.ts'
import { startContender } from './start-contender.ts'

export interface MemoryPoint {
  events: number
  residentMiB: number
  perSecond: number
  p99Ms: number
  /** Until all was derived. */
  settleSeconds: number
  refused: number
}

const POINTS = 20

/** One server, N events, and what it holds in memory along the way. */
export async function watchMemory(folder: string, options: Options): Promise<MemoryPoint[]> {
  const contender = await startContender('vitrine', folder, 'any')
  const next = requestMaker(contender.key, contender.url.host)
  const step = Math.ceil(options.events / POINTS)
  const points: MemoryPoint[] = []
  const begun = await contender.settle()
  for (let done = 0; done < options.events; ) {
    let sent = 0
    const plan = { connections: options.connections, until: () => ++sent >= step }
    const load = await driveLoad(contender.url, next, plan)
    const settled = await contender.settle()
    done += load.answered
    const point = {
      events: done,
      residentMiB: contender.residentMiB(),
      perSecond: Math.round(load.perSecond),
      p99Ms: Math.round(load.p99Ms * 10) / 10,
      settleSeconds: Math.round((settled?.settledMs ?? 0) / 100) / 10,
      refused: load.refused,
    }
    points.push(point)
    console.log(
      `  ${done} events: ${point.residentMiB} MiB resident, ${point.perSecond}/s, p99 ${point.p99Ms} ms, settled in ${point.settleSeconds} s`,
    )
    if (done >= options.events)
      console.log(
        `  log ${(settled?.logged ?? 0) - (begun?.logged ?? 0)}, derived ${settled?.derived}, refused ${point.refused}`,
      )
  }
  await contender.stop()
  return points
}
