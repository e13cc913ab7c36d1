import { expect } from 'vitest'
import type { ComposeOptions } from '../../packages/server/src/compose/compose.ts'
import { sampleEnvelope } from './event-samples.ts'
import { type Harness, startHarness, type TestShop } from './harness.ts'

export const V1 = '/api/storefront/v1/headless/events'
export const anonymous = { client_id: undefined, customer_id: undefined }

type Changes = NonNullable<Parameters<typeof sampleEnvelope>[2]>

// biome-ignore lint/suspicious/noExplicitAny: black-box cases look at whatever came back
type Body = any

export interface EffectCases {
  harness: Harness
  /** Returns the id of the event. */
  send(to: TestShop, name: string, envelope: object, event?: object): Promise<string>
  settle(): Promise<void>
  report(of: TestShop, path: string): Promise<Body>
  /** Returns `visitor` of init after all events are processed. */
  history(of: TestShop, identity: object): Promise<Body>
}

export async function startEffectCases(options: ComposeOptions = {}): Promise<EffectCases> {
  const harness = await startHarness({}, options)
  return {
    harness,
    settle: harness.settle,
    async send(to, name, envelope, event = {}) {
      const body = sampleEnvelope(name, Date.now(), { envelope, event } as Changes)
      const answer = await harness.post(V1, body, to)
      expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
      return body.event.id as string
    },
    report: async (of, path) => (await harness.admin('GET', `/shops/${of.shop}/analytics/${path}`)).body,
    async history(of, identity) {
      await harness.settle()
      return (await harness.post('/api/storefront/v3/headless/init', identity, of)).body.visitor
    },
  }
}

export const variant = (id: number) => ({
  id: String(id * 10),
  price: { amount: 10, currencyCode: 'USD' },
  product: { id: String(id) },
})
export const viewed = (id: number) => ({ data: { productVariant: variant(id) } })
export const cartLine = (id: number) => ({ data: { cartLine: { merchandise: variant(id), quantity: 1 } } })
export const ago = (ms: number) => ({ timestamp: new Date(Date.now() - ms).toISOString() })

export function ordered(orderId: string, ...ids: number[]) {
  const lineItems = ids.map((id) => ({ quantity: 2, variant: variant(id), finalLinePrice: { amount: 20 } }))
  return { data: { checkout: { currencyCode: 'USD', lineItems, order: { id: orderId } } } }
}
