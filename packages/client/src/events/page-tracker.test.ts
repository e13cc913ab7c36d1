import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Client } from '../client.ts'
import { pageTracker } from './page-tracker.ts'

/** A shop that requires consent in the given countries, and everywhere if the country is unknown. */
function shop(...countries: string[]) {
  const sent: string[][] = []
  const asked: (string | undefined)[] = []
  const client = {
    init: async ({ country }: { country?: string }) => {
      asked.push(country)
      return { config: { consentRequired: country === undefined || countries.includes(country) } }
    },
    sendEvents: async (events: { event: { name: string } }[]) => {
      sent.push(events.map(({ event }) => event.name))
      return events.map(() => ({ ok: true }))
    },
  } as unknown as Client
  return { client, sent, asked }
}

function openPage(): void {
  vi.useFakeTimers()
  const addEventListener = () => {}
  vi.stubGlobal('document', { cookie: '', addEventListener })
  vi.stubGlobal('location', { protocol: 'https:', href: 'https://shop.example/', search: '' })
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the tracker of a page', () => {
  it('is the same at every call with a client, and loads the shop’s consent rule once', () => {
    openPage()
    const [one, other] = [shop(), shop()]
    const tracker = pageTracker({ client: one.client, country: 'US' })
    expect(pageTracker({ client: one.client, country: 'US' })).toBe(tracker)
    expect(pageTracker({ client: other.client })).not.toBe(tracker)
    expect([one.asked, other.asked]).toEqual([['US'], [undefined]])
  })

  it.each([
    ['US', false],
    ['DE', true],
    [undefined, true],
  ])('in country %s, needs consent: %s', async (country, isNeeded) => {
    openPage()
    const { client, sent } = shop('DE')
    const tracker = pageTracker({ client, country, context: () => ({ navigator: { user_agent: 'x' } }) })
    void tracker.standard('page_viewed', {})
    await vi.advanceTimersByTimeAsync(200)
    expect([await tracker.consentNeeded, sent]).toEqual([isNeeded, isNeeded ? [] : [['page_viewed']]])
  })

  it('sends nothing on a server, and is not shared between shoppers there', async () => {
    vi.useFakeTimers()
    const { client, sent, asked } = shop()
    const tracker = pageTracker({ client, country: 'US' })
    void tracker.standard('page_viewed', {})
    await vi.advanceTimersByTimeAsync(1000)
    expect([sent, asked]).toEqual([[], []])
    expect(pageTracker({ client }).identity.visitorId()).not.toBe(tracker.identity.visitorId())
  })
})
