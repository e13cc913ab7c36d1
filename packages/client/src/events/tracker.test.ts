import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../client.ts'
import { type KeyValueStorage, memoryStorage } from './storage.ts'
import { createTracker, type TrackerOptions } from './tracker.ts'

interface Sent {
  ids: string[]
  events: { event: { id: string; name: string }; customer_privacy?: object }[]
  keepalive: boolean
}

/** A service that gives these answers in turn and repeats the last one; undefined accepts every event. */
function service(...answers: (object | number | 'offline' | undefined)[]) {
  const sent: Sent[] = []
  const fetch = (async (_url: string, { body, keepalive = false }: { body: string; keepalive?: boolean }) => {
    const { events } = JSON.parse(body) as Pick<Sent, 'events'>
    sent.push({ ids: events.map(({ event }) => event.id), events, keepalive })
    const answer = answers[Math.min(sent.length, answers.length) - 1]
    if (answer === 'offline') throw new TypeError('fetch failed')
    if (typeof answer === 'number') return Response.json({}, { status: answer })
    return Response.json(answer ?? { ok: true, results: events.map(() => ({ ok: true })) })
  }) as unknown as typeof globalThis.fetch
  const client = createClient({ shop: 's.example', apiKey: 'k', baseUrl: 'http://x.example', fetch, retries: 0 })
  return { client, sent }
}

function trackerOn(client: TrackerOptions['client'], more: Partial<TrackerOptions> = {}) {
  return createTracker({ client, storage: memoryStorage(), ...more })
}

const stored = (storage: KeyValueStorage) => JSON.parse(storage.get('vitrine_queue') ?? '[]')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the tracker', () => {
  it('sends events that occur within 200 ms in one request', async () => {
    const { client, sent } = service()
    const tracker = trackerOn(client)
    void tracker.standard('page_viewed', {})
    await vi.advanceTimersByTimeAsync(150)
    void tracker.standard('cart_viewed', { cart: null })
    expect(sent).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(50)
    void tracker.standard('page_viewed', {})
    await vi.advanceTimersByTimeAsync(200)
    expect(sent.map(({ events }) => events.map(({ event }) => event.name))).toEqual([
      ['page_viewed', 'cart_viewed'],
      ['page_viewed'],
    ])
  })

  it('sends nothing for the shop’s own staff, who have a cookie', async () => {
    const { client, sent } = service()
    const tracker = trackerOn(client, { context: () => ({ navigator: { user_agent: 'x' } }) })
    for (const cookie of ['a=1; vitrine_staff=1', 'vitrine_staff=10; x_vitrine_staff=1']) {
      vi.stubGlobal('document', { cookie })
      void tracker.standard('page_viewed', {})
      await vi.advanceTimersByTimeAsync(200)
    }
    expect(sent).toHaveLength(1)
  })

  it('puts at most fifty events and 250,000 characters into a request', async () => {
    const { client, sent } = service()
    const tracker = trackerOn(client)
    for (let i = 0; i < 120; i++) void tracker.standard('page_viewed', {})
    await vi.advanceTimersByTimeAsync(200)
    expect(sent.map(({ ids }) => ids.length)).toEqual([50, 50, 20])
    for (let i = 0; i < 3; i++) void tracker.standard('page_viewed', { text: 'x'.repeat(120_000) })
    await vi.advanceTimersByTimeAsync(200)
    expect(sent.slice(3).map(({ ids }) => ids.length)).toEqual([2, 1])
  })

  it('sends at once when the page closes, in keepalive requests of at most 60 kB in total', async () => {
    const { client, sent } = service()
    const storage = memoryStorage()
    const tracker = trackerOn(client, { storage })
    for (let i = 0; i < 60; i++) void tracker.standard('page_viewed', { text: 'ü'.repeat(300) })
    await tracker.flush({ keepalive: true })
    expect(sent.map(({ keepalive }) => keepalive)).toEqual(sent.map(() => true))
    const bytes = sent.flatMap(({ events }) => events).map((one) => Buffer.byteLength(JSON.stringify(one)))
    const total = bytes.reduce((sum, one) => sum + one, 0)
    expect(total).toBeLessThan(60_000)
    expect(total).toBeGreaterThan(50_000)
    expect(bytes.length + stored(storage).length).toBe(60)
  })

  it('sends events that are under way once more when the page closes', async () => {
    const { client, sent } = service()
    const tracker = trackerOn(client)
    void tracker.standard('page_viewed', {})
    void tracker.flush()
    await tracker.flush({ keepalive: true })
    expect(sent.map(({ keepalive }) => keepalive)).toEqual([false, true])
    expect(sent[1]?.ids).toEqual(sent[0]?.ids)
  })

  it('removes refused events, keeps those that the service cannot accept now, and sends later ones anyway', async () => {
    const results = [{ ok: true }, { ok: false, error: [] }, { ok: false, error: 'busy', retry_after: 2 }]
    const { client, sent } = service({ ok: false, results }, undefined)
    const tracker = trackerOn(client)
    for (let i = 0; i < 3; i++) void tracker.standard('page_viewed', {})
    await vi.advanceTimersByTimeAsync(200)
    expect(sent).toHaveLength(1)
    void tracker.standard('page_viewed', {})
    await vi.advanceTimersByTimeAsync(200)
    expect(sent[1]?.ids).toHaveLength(2)
    expect(sent[1]?.ids[0]).toBe(sent[0]?.ids[2])
  })

  it.each(['offline', 503, 429] as const)('keeps every event after the service fails: %s', async (trouble) => {
    const { client, sent } = service(trouble, undefined)
    const storage = memoryStorage()
    const tracker = trackerOn(client, { storage })
    for (let i = 0; i < 3; i++) void tracker.standard('page_viewed', {})
    await vi.advanceTimersByTimeAsync(60_000)
    expect([sent.length, stored(storage).length]).toEqual([1, 3])
    await trackerOn(client, { storage }).flush()
    expect([sent[1]?.ids, stored(storage).length]).toEqual([sent[0]?.ids, 0])
  })

  it('keeps only the newest two hundred events while the device is offline', async () => {
    const storage = memoryStorage()
    const tracker = trackerOn(service('offline').client, { storage })
    for (let i = 0; i < 250; i++) void tracker.standard('page_viewed', { number: i })
    await vi.advanceTimersByTimeAsync(200)
    expect(
      stored(storage).map(
        (one: { envelope: { event: { data: { number: number } } } }) => one.envelope.event.data.number,
      ),
    ).toEqual(Array.from({ length: 200 }, (_, at) => at + 50))
  })

  it('retries a failed request as often as the client is configured to, and then stops', async () => {
    const { client, sent } = service(500)
    const patient = {
      ...client,
      sendEvents: (events: readonly object[], options = {}) => client.sendEvents(events, { ...options, retries: 2 }),
    }
    void trackerOn(patient).standard('page_viewed', {})
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(sent).toHaveLength(3)
  })

  it('listens to the page until it is closed', async () => {
    const { client, sent } = service()
    const page = new EventTarget()
    const document = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
    vi.stubGlobal('document', document)
    const context = () => ({ navigator: { user_agent: 'x' } })
    const tracker = trackerOn(client, { context })
    void tracker.standard('page_viewed', {})
    page.dispatchEvent(new Event('pagehide'))
    await vi.advanceTimersByTimeAsync(0)
    void tracker.standard('page_viewed', {})
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
    expect(sent.map(({ keepalive, ids }) => [keepalive, ids.length])).toEqual([
      [true, 1],
      [true, 1],
    ])
    tracker.close()
    vi.stubGlobal('document', document)
    void tracker.standard('page_viewed', {})
    for (const name of ['pagehide', 'online']) page.dispatchEvent(new Event(name))
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toHaveLength(2)
    vi.unstubAllGlobals()
  })
})

describe('consent', () => {
  const allowed = { analyticsProcessingAllowed: true, preferencesProcessingAllowed: true }

  it('is awaited if it is required: before it, nothing is sent or stored', async () => {
    const { client, sent } = service()
    const storage = memoryStorage()
    const written: string[] = []
    const watched = {
      ...storage,
      set(key: string, value: string) {
        written.push(key)
        storage.set(key, value)
      },
    }
    const tracker = trackerOn(client, { storage: watched, consentRequired: true })
    await tracker.standard('page_viewed', {})
    await tracker.flush({ keepalive: true })
    await vi.advanceTimersByTimeAsync(60_000)
    expect([sent, written, await tracker.consentNeeded]).toEqual([[], [], true])
    tracker.setConsent(allowed)
    await vi.advanceTimersByTimeAsync(200)
    expect(sent[0]?.events).toMatchObject([
      { event: { name: 'page_viewed' }, customer_privacy: { analytics_processing_allowed: true } },
    ])
    expect([await tracker.consentNeeded, written.includes('vitrine_visitor')]).toEqual([false, true])
    expect(await trackerOn(client, { storage, consentRequired: true }).consentNeeded).toBe(false)
  })

  it('drops held events when the shopper refuses, and then holds no further ones', async () => {
    const { client, sent } = service()
    const storage = memoryStorage()
    const tracker = trackerOn(client, { storage, consentRequired: true })
    await tracker.standard('page_viewed', {})
    tracker.setConsent({ analyticsProcessingAllowed: false })
    await tracker.standard('page_viewed', {})
    const next = trackerOn(client, { storage, consentRequired: true })
    await next.standard('page_viewed', {})
    await vi.advanceTimersByTimeAsync(60_000)
    expect([sent, await next.consentNeeded, storage.get('vitrine_visitor')]).toEqual([[], false, null])
  })

  it.each([
    { answer: () => Promise.resolve(false), needed: false, requests: 1 },
    { answer: () => Promise.resolve(true), needed: true, requests: 0 },
    { answer: () => Promise.reject(new Error('no answer')), needed: true, requests: 0 },
  ])('is awaited until the shop says whether it is required: $needed', async ({ answer, needed, requests }) => {
    const { client, sent } = service()
    const tracker = trackerOn(client, { consentRequired: answer() })
    await tracker.standard('page_viewed', {})
    await vi.advanceTimersByTimeAsync(200)
    expect([sent.length, await tracker.consentNeeded]).toEqual([requests, needed])
  })

  it.each([
    { answer: () => Promise.resolve(false), kept: true },
    { answer: () => Promise.resolve(true), kept: true },
    { answer: () => Promise.reject(new Error('no answer')), kept: true },
    { answer: () => Promise.resolve(true), choice: { analyticsProcessingAllowed: true }, kept: true },
    { answer: () => Promise.resolve(true), choice: { analyticsProcessingAllowed: false }, kept: false },
  ])('keeps the ids of a known shopper for the next page: $kept', async ({ answer, choice, kept }) => {
    const storage = memoryStorage()
    const first = trackerOn(service().client, { storage })
    const ids = [first.identity.visitorId(), first.identity.sessionId()]
    const { client, sent } = service()
    const next = trackerOn(client, { storage, consentRequired: answer() })
    await next.standard('page_viewed', {})
    await vi.advanceTimersByTimeAsync(200)
    if (choice) next.setConsent(choice)
    await vi.advanceTimersByTimeAsync(200)
    expect([next.identity.visitorId(), next.identity.sessionId()]).toEqual(ids)
    expect([storage.get('vitrine_visitor'), storage.get('vitrine_session')?.split(' ')[0] ?? null]).toEqual(
      kept ? ids : [null, null],
    )
    for (const event of sent.flatMap(({ events }) => events)) {
      expect(event).toMatchObject({ user_id: ids[0], session_id: ids[1] })
    }
  })
})
