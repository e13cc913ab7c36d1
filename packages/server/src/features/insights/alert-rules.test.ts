import { completeConfig, type ShopConfigInput } from '@vitrine/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sqliteAdminStore } from '../../ports/admin-store/sqlite.ts'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { evaluateAlerts, presentAlert, type Reading, thresholdsOf } from './alerts.ts'

const shopWith = (alerts?: ShopConfigInput['alerts']) =>
  ({ id: 's', config: completeConfig(alerts ? { alerts } : {}) }) as unknown as Shop

function watch() {
  const admin = sqliteAdminStore(':memory:')
  onTestFinished(() => admin.close())
  const state = { nowMs: 1000, readings: [] as Reading[], ids: 0, sent: 0 }
  const deps = {
    admin,
    measure: async () => state.readings,
    delivery: { send: async () => void state.sent++, close: async () => {} },
    webhookSecretOf: () => 'whsec_AAAA',
    newId: () => `alert-${++state.ids}`,
    clock: () => state.nowMs,
  }
  const look = async (readings: Partial<Reading>[], shop = shopWith()) => {
    state.readings = readings.map((one) => ({ kind: 'error_share', value: 1, threshold: 0.5, message: 'm', ...one }))
    await evaluateAlerts(deps as never, shop)
    return (await admin.listAlerts('s')).map(({ kind, value, message, openedAtMs, closedAtMs }) => ({ kind, value, message, openedAtMs, closedAtMs })) // biome-ignore format: one line reads better
  }
  return { state, look }
}

describe('an alert', () => {
  it('A1: opens above its threshold, not at it', async () => {
    const { look } = watch()
    expect(await look([{ value: 0.5 }])).toEqual([])
    expect(await look([{ value: 0.51 }])).toEqual([
      { kind: 'error_share', value: 0.51, message: 'm', openedAtMs: 1000, closedAtMs: null },
    ])
  })

  it('A2: stays open while the condition holds, with the current value', async () => {
    const { look, state } = watch()
    await look([{ value: 0.6 }])
    state.nowMs = 2000
    expect(await look([{ value: 0.9, message: 'worse' }])).toEqual([
      { kind: 'error_share', value: 0.9, message: 'worse', openedAtMs: 1000, closedAtMs: null },
    ])
    expect(await look([{ value: 0.9, message: 'same value' }])).toMatchObject([{ message: 'worse' }])
    expect(state.ids).toBe(1)
  })

  it('A3: closes at its threshold, or when it is no longer measured; without a value it stays open', async () => {
    const { look, state } = watch()
    await look([{}, { kind: 'import_failed' }])
    state.nowMs = 3000
    expect((await look([{ value: null }, { kind: 'import_failed' }])).map(({ closedAtMs }) => closedAtMs)).toEqual([
      null,
      null,
    ])
    const over = await look([{ value: 0.5 }])
    expect(over.map(({ kind, closedAtMs }) => [kind, closedAtMs]).sort()).toEqual([
      ['error_share', 3000],
      ['import_failed', 3000],
    ])
    expect(over.find(({ kind }) => kind === 'error_share')?.value).toBe(0.5)
  })

  it('A4: is a new one if it opens again', async () => {
    const { look, state } = watch()
    await look([{}])
    await look([{ value: 0 }])
    await look([{}])
    expect(state.ids).toBe(2)
  })

  it('A5: is sent when it opens and when it closes, if the shop has a webhook URL', async () => {
    const { look, state } = watch()
    const shop = shopWith({ webhook_url: 'https://hooks.example' })
    await look([{}])
    expect(state.sent).toBe(0)
    await look([{ value: 0 }], shop)
    await look([{}], shop)
    await look([{ value: 0.9 }], shop)
    expect(state.sent).toBe(2)
  })

  it('A6: has times as text, and null if something did not happen', () => {
    const stored = { id: 'a', kind: 'error_share', message: 'm', value: 1, threshold: 0.5, openedAtMs: 0, closedAtMs: 1000, acknowledgedAtMs: null, acknowledgedBy: 'u', delivery: 'sent' } // biome-ignore format: one line reads better
    expect(presentAlert(stored)).toEqual({ id: 'a', kind: 'error_share', message: 'm', value: 1, threshold: 0.5, opened_at: '1970-01-01T00:00:00.000Z', closed_at: '1970-01-01T00:00:01.000Z', acknowledged_at: null, acknowledged_by: 'u', delivery: 'sent' }) // biome-ignore format: one line reads better
  })
})

describe('the thresholds of alerts', () => {
  it('A7: are 30 % without result, 5 % refused, 40 % less conversion, and an hour without a vector', () => {
    expect(thresholdsOf(shopWith())).toEqual({
      zero_result_share: 0.3,
      error_share: 0.05,
      conversion_drop: 0.4,
      import_failed: true,
      golden_queries: true,
      embedding_stalled_minutes: 60,
    })
  })

  it('A8: are the merchant’s own where set', () => {
    const own = thresholdsOf(
      shopWith({ webhook_url: 'https://hooks.example', error_share: false, conversion_drop: 0.1 }),
    )
    expect(own).toMatchObject({ error_share: false, conversion_drop: 0.1, zero_result_share: 0.3 })
    expect(own).not.toHaveProperty('webhook_url')
  })
})
