import { expect } from 'vitest'
import { sampleEnvelope } from './event-samples.ts'
import { type Answer, type Harness, startHarness, type TestShop } from './harness.ts'

export const V1 = '/api/storefront/v1/headless/events'
export const V3 = '/api/storefront/v3/headless/events'
export const LEGACY = '/api/storefront/event'

type Changes = Parameters<typeof sampleEnvelope>[2]
type StoredEvent = Record<string, unknown>

export interface EventCases {
  harness: Harness
  shop: TestShop
  sample(name?: string, changes?: Changes): ReturnType<typeof sampleEnvelope>
  send(body: unknown, path?: string, to?: TestShop): Promise<Answer>
  /** The shop's log, oldest first. */
  stored(of?: TestShop): Promise<StoredEvent[]>
  ofId(id: unknown): Promise<StoredEvent[]>
  /** Expects a 400 with an item of this type and path, and nothing stored. */
  expectRefused(body: unknown, item: { type: string; path: (string | number)[] }, path?: string): Promise<Answer>
}

export async function startEventCases(): Promise<EventCases> {
  const harness = await startHarness()
  const shop = await harness.createShop()
  const send: EventCases['send'] = (body, path = V1, to = shop) => harness.post(path, body, to)
  const stored: EventCases['stored'] = async (of = shop) => {
    const headers = { authorization: `Bearer ${harness.adminKey}` }
    const answer = await harness.request(`/api/admin/v1/shops/${of.shop}/events`, { headers })
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    const lines = text.split('\n').filter((line) => line !== '')
    return lines.map((line) => JSON.parse(line))
  }
  return {
    harness,
    shop,
    sample: (name = 'page_viewed', changes = {}) => sampleEnvelope(name, Date.now(), changes),
    send,
    stored,
    ofId: async (id) => (await stored()).filter((event) => event.id === id),
    async expectRefused(body, item, path = V1) {
      const before = (await stored()).length
      const answer = await send(body, path)
      expect(answer.status).toBe(400)
      expect(answer.body.ok).toBe(false)
      const isWanted = (one: { type: string; path: string[] }) =>
        one.type === item.type && one.path.join('.') === item.path.join('.')
      expect(answer.body.error.find(isWanted), JSON.stringify(answer.body)).toMatchObject({
        message: expect.any(String),
        context: { label: expect.any(String), key: item.path.at(-1) },
      })
      expect((await stored()).length).toBe(before)
      return answer
    },
  }
}
