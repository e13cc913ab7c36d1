/** How long the loop was at work, without the time it slept. */
import { performance } from 'node:perf_hooks'

export class LoopTime {
  #atMs = performance.now()
  #idleMs = performance.nodeTiming.idleTime

  /** Milliseconds of work since the last call, whoever made it. */
  lap(): number {
    const atMs = performance.now()
    const idleMs = performance.nodeTiming.idleTime
    const workMs = atMs - this.#atMs - (idleMs - this.#idleMs)
    this.#atMs = atMs
    this.#idleMs = idleMs
    return Math.max(0, workMs)
  }
}

/** Beyond this everybody else notices. */
export const LONG_MS = 50

const MAX_FIELDS = 20

/** What a body looks like, without anything that it says: kinds and sizes of its fields. */
export function shapeOf(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return sizeOf(body)
  const fields = Object.entries(body).slice(0, MAX_FIELDS)
  return Object.fromEntries(fields.map(([name, value]) => [name.slice(0, 40), sizeOf(value)]))
}

function sizeOf(value: unknown): string {
  if (typeof value === 'string') return `string of ${value.length}`
  if (Array.isArray(value)) return `array of ${value.length}`
  if (value === null || value === undefined) return 'null'
  if (Buffer.isBuffer(value)) return `${value.length} bytes`
  return typeof value === 'object' ? `object of ${Object.keys(value).length}` : typeof value
}
