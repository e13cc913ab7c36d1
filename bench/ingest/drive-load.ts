/** Keeps one request open per connection. Plain sockets need little CPU in the client. */
import { connect, type Socket } from 'node:net'
import type { NextRequest } from './event-bodies.ts'

export interface LoadResult {
  seconds: number
  answered: number
  refused: number
  perSecond: number
  p50Ms: number
  p90Ms: number
  p95Ms: number
  p99Ms: number
  maxMs: number
}

export async function driveLoad(
  url: URL,
  next: NextRequest,
  plan: { connections: number; until: () => boolean },
): Promise<LoadResult> {
  const times: number[] = []
  let refused = 0
  const begunMs = performance.now()
  const onAnswer = (ms: number, ok: boolean) => {
    times.push(ms)
    if (!ok) refused++
  }
  await Promise.all(
    Array.from({ length: plan.connections }, () => driveOne(url, next, { until: plan.until, onAnswer })),
  )
  const seconds = (performance.now() - begunMs) / 1000
  const sorted = Float64Array.from(times).sort()
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return {
    seconds,
    answered: times.length,
    refused,
    perSecond: times.length / seconds,
    p50Ms: at(0.5),
    p90Ms: at(0.9),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    maxMs: at(1),
  }
}

interface Drive {
  until: () => boolean
  onAnswer: (ms: number, ok: boolean) => void
}

function driveOne(url: URL, next: NextRequest, drive: Drive): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(url.port), url.hostname)
    socket.setNoDelay(true)
    let sentMs = 0
    let received = ''
    const send = () => {
      sentMs = performance.now()
      received = ''
      socket.write(next())
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      if (!isComplete(received)) return
      drive.onAnswer(performance.now() - sentMs, received.startsWith('HTTP/1.1 200'))
      if (drive.until()) {
        socket.destroy()
        resolve()
      } else send()
    })
  })
}

/** True if the answer is complete, by its content length or its last chunk. */
function isComplete(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /content-length: (\d+)/i.exec(text.slice(0, end))?.[1]
  return length === undefined ? text.endsWith('0\r\n\r\n') : text.length >= end + 4 + Number(length)
}
