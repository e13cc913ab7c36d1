import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from './admin-client.ts'
import { sampleEnvelope } from './event-samples.ts'
import { type EffectCases, startEffectCases, V1 } from './event-effects.ts'
import type { TestShop } from './harness.ts'

let cases: EffectCases
let shop: TestShop
let other: TestShop

beforeAll(async () => {
  cases = await startEffectCases()
  shop = await cases.harness.createShop()
  other = await cases.harness.createShop()
})
afterAll(() => cases.harness.close())

const admin = (method: string, path: string, body?: object, of = shop) =>
  cases.harness.admin(method, `/shops/${of.shop}/${path}`, body)
const look = async () => {
  await cases.settle()
  await admin('GET', 'analytics/ingestion')
  await cases.harness.vitrine!.alerts.runOnce()
  return (await admin('GET', 'alerts')).body.alerts
}
const refuse = (times: number) =>
  Promise.all(
    Array.from({ length: times }, () =>
      cases.harness.post(V1, { ...sampleEnvelope('page_viewed', Date.now(), {} as never), event: {} }, shop),
    ),
  )

describe('alerts', () => {
  it('are not raised in a shop with little data', async () => {
    expect(await look()).toEqual([])
  })

  it('open once while events are refused, contain their value, and belong to their shop only', async () => {
    await refuse(60)
    const [alert, ...more] = await look()
    expect(more).toEqual([])
    expect(alert).toMatchObject({ kind: 'error_share', value: 1, threshold: 0.05, closed_at: null, delivery: null })
    expect(alert.message).toBe('100 % of 60 events were refused')
    expect((await look()).map(({ id }: { id: string }) => id)).toEqual([alert.id])
    expect((await admin('GET', 'alerts', undefined, other)).body.alerts).toEqual([])
  })

  it('can be acknowledged by users who may edit, with their name, and stay open', async () => {
    const [{ id }] = await look()
    const user = await signedInAs(cases.harness, 'merchandiser', [shop.shop])
    const seen = await user.call('POST', `/shops/${shop.shop}/alerts/${id}/acknowledge`, {})
    expect(seen.body).toMatchObject({ acknowledged_by: expect.stringContaining('@'), closed_at: null })
    expect((await user.call('POST', `/shops/${other.shop}/alerts/${id}/acknowledge`, {})).status).toBe(403)
    expect((await admin('POST', `alerts/${id}/acknowledge`, {}, other)).status).toBe(404)
    const [again] = await look()
    expect(again.acknowledged_at).not.toBeNull()
  })

  it('end when the condition ends or is turned off; a webhook with an internal address is not called', async () => {
    const patch = (alerts: object) => admin('PATCH', 'config', { alerts })
    expect((await patch({ error_share: 2 })).status).toBe(400)
    expect((await patch({ eror_share: 0.5 })).status).toBe(400)
    await patch({ error_share: false, webhook_url: 'http://127.0.0.1:9/alert' })
    const [closed] = await look()
    expect(closed.closed_at).not.toBeNull()
    expect(closed.delivery).toMatch(/^not taken, try 1 of 6: /)
    await patch({ error_share: 0.5 })
    const [open, before] = await look()
    expect([open.closed_at, before.id]).toEqual([null, closed.id])
  })
})
