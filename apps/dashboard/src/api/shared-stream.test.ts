import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { joinStream, type StreamMessage } from './shared-stream.ts'

class Source extends EventTarget {
  static readonly CLOSED = 2
  static readonly all: Source[] = []
  readonly url: string
  readyState = 0
  onopen = () => {}
  onerror = () => {}
  constructor(url: string) {
    super()
    this.url = url
    Source.all.push(this)
  }
  close() {
    this.readyState = Source.CLOSED
  }
}

const page = Object.assign(new EventTarget(), { hidden: false })
const stops: (() => void)[] = []
let number = 0

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  Source.all.length = 0
  page.hidden = false
  vi.stubGlobal('EventSource', Source)
  vi.stubGlobal('document', page)
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function join(url: string) {
  const taken: StreamMessage[] = []
  const stop = joinStream(url, ['order'], (message) => void taken.push(message))
  stops.push(stop)
  return { taken, stop }
}

const newUrl = () => `/stream/${++number}`
const settled = async () => {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve))
}
const open = () => Source.all.filter(({ readyState }) => readyState !== Source.CLOSED)

describe('a stream', () => {
  it('is read by one tab, which passes the messages to all others', async () => {
    const url = newUrl()
    const tabs = [join(url), join(url)]
    await settled()
    expect(Source.all.map((one) => one.url)).toEqual([url])
    Source.all[0]!.onopen()
    Source.all[0]!.dispatchEvent(new MessageEvent('order', { data: '{"n":1}' }))
    await settled()
    const heard = [
      { kind: 'status', isOpen: true },
      { kind: 'event', name: 'order', data: { n: 1 } },
    ]
    for (const { taken } of tabs) expect(taken.slice(-2)).toEqual(heard)
    const late = join(url)
    await settled()
    expect(late.taken).toEqual([{ kind: 'status', isOpen: true }])
  })

  it('moves to another tab when the reading tab is hidden or closed', async () => {
    const url = newUrl()
    const first = join(url)
    await settled()
    const second = join(url)
    await settled()
    first.stop()
    await settled()
    expect([Source.all.length, open().length]).toEqual([2, 1])
    page.hidden = true
    page.dispatchEvent(new Event('visibilitychange'))
    await settled()
    expect([open().length, second.taken.at(-1)]).toEqual([0, { kind: 'status', isOpen: false }])
    page.hidden = false
    page.dispatchEvent(new Event('visibilitychange'))
    await settled()
    expect(open()).toHaveLength(1)
  })

  it('is not opened for a tab that is hidden from the start', async () => {
    page.hidden = true
    join(newUrl())
    await settled()
    expect(Source.all).toEqual([])
  })

  it('is reopened three seconds after a refusal; other failures are left to the browser', async () => {
    const { taken } = join(newUrl())
    await settled()
    const [source] = Source.all
    source!.onerror()
    vi.advanceTimersByTime(10_000)
    expect([Source.all.length, taken]).toEqual([1, [{ kind: 'status', isOpen: false }]])
    source!.close()
    source!.onerror()
    source!.onerror()
    vi.advanceTimersByTime(2999)
    expect(Source.all).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(Source.all).toHaveLength(2)
  })

  it('is not reopened by a closed tab', async () => {
    const { stop } = join(newUrl())
    await settled()
    Source.all[0]!.close()
    Source.all[0]!.onerror()
    stop()
    vi.advanceTimersByTime(10_000)
    expect(Source.all).toHaveLength(1)
  })
})
