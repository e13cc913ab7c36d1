/** Measures how long the event loop worked for a request, without the time it waited for a core. */
import { performance } from 'node:perf_hooks'

/** Reading the CPU time takes longer than reading the clock. */
const READ_CPU_EVERY_MS = 5

export class LoopTime {
  #atMs = performance.now()
  #idleMs = performance.nodeTiming.idleTime
  #cpuAtMs = this.#atMs
  #cpuMs = cpuMs()

  /** Returns the milliseconds of work since the last call, by any caller. */
  lap(): number {
    const atMs = performance.now()
    const idleMs = performance.nodeTiming.idleTime
    const workMs = atMs - this.#atMs - (idleMs - this.#idleMs)
    this.#atMs = atMs
    this.#idleMs = idleMs
    if (atMs - this.#cpuAtMs < READ_CPU_EVERY_MS) return Math.max(0, workMs)
    const usedMs = cpuMs()
    const cpuWorkMs = usedMs - this.#cpuMs
    this.#cpuAtMs = atMs
    this.#cpuMs = usedMs
    return Math.max(0, Math.min(workMs, cpuWorkMs))
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Longer requests delay others noticeably. */
export const LONG_MS = 50

const MAX_FIELDS = 20

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
