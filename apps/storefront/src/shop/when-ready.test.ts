import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { whenReady } from './when-ready.ts'

type Reply = 'ready' | 'waiting' | 'bare' | 'away'

/** Starts a server that answers after `ms`. Replies are used in turn; the last one is repeated. */
function server(ms: number, ...replies: Reply[]) {
  let asked = 0
  vi.stubGlobal('fetch', async () => {
    const reply = replies[Math.min(asked++, replies.length - 1)]
    await new Promise((resolve) => setTimeout(resolve, ms))
    if (reply === 'away') throw new TypeError('fetch failed')
    const body = reply === 'waiting' ? { waiting_for: ['catalog'] } : {}
    return Response.json(body, { status: reply === 'ready' ? 200 : 503 })
  })
  const log: [ms: number, what: unknown][] = []
  const begun = Date.now()
  const note = (what: unknown) => void log.push([Date.now() - begun, what])
  const over = whenReady(note, () => note('start'))
  return { log, over, asked: () => asked }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a shop', () => {
  it.each(['ready', 'away'] as const)('that is %s starts as soon as the answer arrives', async (reply) => {
    const { log, asked } = server(100, reply)
    await vi.advanceTimersByTimeAsync(10_000)
    expect([log, asked()]).toEqual([[[100, 'start']], 1])
  })

  it('that answers late starts after 150 ms, once', async () => {
    const { log } = server(2000, 'ready')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(log).toEqual([[150, 'start']])
  })

  it('that is being created shows what it waits for, and starts when it is ready', async () => {
    const { log } = server(100, 'waiting', 'bare', 'ready')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(log.map(([, what]) => what)).toEqual([['catalog'], [], 'start'])
    expect(log.map(([ms]) => ms)).toEqual([100, 900, 1700])
  })

  it('that answers late and is being created starts, shows what it waits for, and starts again', async () => {
    const { log } = server(400, 'waiting', 'ready')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(log).toEqual([
      [150, 'start'],
      [400, ['catalog']],
      [1500, 'start'],
    ])
  })
})
