import { validateEvent } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { createCatalog } from '../catalog/create-catalog.ts'
import { demoFilters } from '../config/filters.ts'
import { plantTruth } from './planted-truth.ts'
import { createAssortment } from './assortment.ts'
import { createShoppers } from './shopper.ts'
import { simulateHistory } from './simulate-history.ts'
import { liking } from './taste.ts'
import type { SentEvent } from './visit-recorder.ts'

interface PixelData {
  productVariant: { product: { id: string } }
  checkout: { token: string; lineItems: { variant: { product: { id: string } } }[] }
}

const SEED = 'a seed'
const NOW = Date.parse('2026-03-01T12:00:00Z')
const DAY_MS = 86_400_000
const catalog = createCatalog(SEED, NOW)
const options = { seed: SEED, catalog, endMs: NOW, days: 60, visits: 1500, origin: 'http://shop.test' }
const events = [...simulateHistory(options)]
const truth = plantTruth(SEED, catalog)

const named = (name: string): SentEvent[] => events.filter((sent) => sent.event.name === name)
const dataOf = (sent: SentEvent): PixelData => sent.event.data as PixelData
const ordered = (sent: SentEvent): number[] =>
  dataOf(sent).checkout.lineItems.map((line) => Number(line.variant.product.id))

describe('the simulated history', () => {
  it('is the same for the same seed and time', () => {
    expect([...simulateHistory({ ...options, visits: 60 })]).toEqual([...simulateHistory({ ...options, visits: 60 })])
  })

  it('contains only events that ingestion accepts', () => {
    const refused = events.filter(
      (sent) => validateEvent('legacy', sent, { nowMs: NOW, anyTime: true }).kind !== 'valid',
    )
    expect(refused).toEqual([])
  })

  it('contains every event once', () => {
    expect(new Set(events.map((sent) => sent.event.id)).size).toBe(events.length)
  })

  it('lies within the requested days and never in the future', () => {
    const times = events.map((sent) => Date.parse(sent.event.timestamp))
    expect(Math.min(...times)).toBeGreaterThan(NOW - 61 * DAY_MS)
    expect(Math.max(...times)).toBeLessThanOrEqual(NOW)
  })

  it('contains no view of a product before it was published', () => {
    const published = new Map(
      catalog.map(({ product }) => [product.id, Date.parse(product.published_at ?? '9999-01-01')]),
    )
    const early = named('product_viewed').filter(
      (sent) => Date.parse(sent.event.timestamp) < published.get(Number(dataOf(sent).productVariant.product.id))!,
    )
    expect(early).toEqual([])
  })

  it('completes only checkouts that were started, with the same lines', () => {
    const started = new Map(
      named('checkout_started').map((sent) => [dataOf(sent).checkout.token, dataOf(sent).checkout.lineItems]),
    )
    const completed = named('checkout_completed')
    expect(completed.length).toBeGreaterThan(50)
    for (const sent of completed)
      expect(dataOf(sent).checkout.lineItems).toEqual(started.get(dataOf(sent).checkout.token))
  })

  it('has at least two orders with both products for most planted pairs', () => {
    const orders = named('checkout_completed').map(ordered)
    const together = truth.pairs.map(
      ({ first, second }) => orders.filter((ids) => ids.includes(first) && ids.includes(second)).length,
    )
    expect(together.filter((count) => count >= 2).length).toBeGreaterThan(truth.pairs.length / 2)
  })

  it('uses every filter that search offers', () => {
    const used = named('svc:search_filter_updated').flatMap(({ event }) => {
      const { track } = event.custom_data as { track: { filters: { key: string; value: string[] }[] } }
      return track.filters.filter(({ value }) => value.length > 0).map(({ key }) => key)
    })
    const shown = demoFilters().filter(({ visible, key }) => visible && key !== 'capacity')
    expect([...new Set(used)].toSorted()).toEqual(shown.map(({ key }) => key).toSorted())
  })

  it('has at least twice as many views of rising products per day in the last two days', () => {
    const rate = (fromDays: number, toDays: number): number => {
      const rising = named('product_viewed').filter((sent) => {
        const age = (NOW - Date.parse(sent.event.timestamp)) / DAY_MS
        return age < fromDays && age >= toDays && truth.rising.includes(Number(dataOf(sent).productVariant.product.id))
      })
      return rising.length / (fromDays - toDays)
    }
    expect(rate(2, 0)).toBeGreaterThan(2 * rate(14, 2))
  })

  it('has shoppers view mostly the product types they like', () => {
    const assortment = createAssortment(catalog)
    const shoppers = createShoppers(SEED, { assortment, truth, count: Math.ceil(1500 / 3.2) })
    const byVisitor = new Map(
      shoppers.flatMap((shopper) => shopper.devices.map((device) => [device.visitorId, shopper.taste])),
    )
    const scores = named('product_viewed').map((sent) => {
      const item = assortment.byId.get(Number(dataOf(sent).productVariant.product.id))!
      return liking(byVisitor.get(sent.visitor_id)!, item.facts)
    })
    const random = shoppers.map((shopper) =>
      liking(shopper.taste, assortment.items[shopper.number % assortment.items.length]!.facts),
    )
    const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length
    expect(mean(scores)).toBeGreaterThan(2 * mean(random))
  })

  it('has some customers on two devices', () => {
    const devices = Map.groupBy(
      events.filter((sent) => sent.customer_id),
      (sent) => sent.customer_id,
    )
    const twoDevices = [...devices.values()].filter((sent) => new Set(sent.map((one) => one.visitor_id)).size > 1)
    expect(twoDevices.length).toBeGreaterThan(5)
  })

  it('has some customers buy the same consumable again', () => {
    const bought = named('checkout_completed').flatMap((sent) => ordered(sent).map((id) => `${sent.visitor_id} ${id}`))
    expect(bought.length - new Set(bought).size).toBeGreaterThan(0)
  })
})
