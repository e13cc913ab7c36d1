import type { Conversion, RollupChange, Source } from './derived-facts.ts'
import type { Attribution } from './derived-records.ts'
import { alsoInSegment, dimensionIn } from './segments.ts'
import type { ShopDays } from './shop-days.ts'

export function conversionRollups(conversion: Conversion, days: ShopDays): RollupChange[] {
  const day = days.dayOf(conversion.atMs)
  const { kind, currency, lines } = conversion
  const changes: RollupChange[] = []
  const add = (dimension: string, key: string, metric: string, value: number) =>
    changes.push({ day, dimension, key, metric, value })
  const isConfirmed = conversion.trust === 'signed'
  const [counted, evidence] = kind === 'order' ? ['orders', 'bought'] : ['cart_adds', 'added']
  add('shop', '', counted, 1)
  for (const productId of new Set(lines.map((line) => line.productId))) {
    add('product', String(productId), counted, 1)
    if (conversion.teaches !== false) add('product', String(productId), evidence, 1)
  }
  if (kind === 'order' && isConfirmed) add('shop', '', 'confirmed_orders', 1)
  if (kind === 'cart') return alsoInSegment(changes, conversion.segment)
  for (const line of lines) {
    const product = String(line.productId)
    for (const [dimension, key] of [
      ['shop', ''],
      ['product', product],
    ] as const) {
      add(dimension, key, 'units', line.quantity)
      add(dimension, key, `revenue:${currency}`, line.amount)
      if (isConfirmed) add(dimension, key, `confirmed_revenue:${currency}`, line.amount)
    }
  }
  return alsoInSegment(changes, conversion.segment)
}

export function attributionRollups(
  conversion: Conversion,
  attributions: readonly Attribution[],
  days: ShopDays,
): RollupChange[] {
  const day = days.dayOf(conversion.atMs)
  const counted = new Set<string>()
  const changes: RollupChange[] = []
  for (const { model, touch, amount, quantity } of attributions) {
    if (model === 'none') continue
    const prefix = `${model}_${conversion.kind}`
    for (const [dimension, key] of everyDimension(touch.source)) {
      const add = (metric: string, value: number) => changes.push({ day, dimension, key, metric, value })
      // An order counts once per key, even if several of its lines have that key.
      const identity = `${prefix}\n${dimension}\n${key}`
      if (!counted.has(identity)) add(`${prefix}s`, 1)
      counted.add(identity)
      // cart-rollups.ts counts carts that were not ordered.
      if (conversion.kind === 'order' && model === 'last') add('carts', 1)
      add(`${prefix}_lines:${touch.kind}`, 1)
      if (conversion.kind === 'cart') continue
      add(`${prefix}_units`, quantity)
      add(`${prefix}_revenue:${conversion.currency}`, amount)
    }
  }
  return changes
}

export function everyDimension(source: Source): [dimension: string, key: string][] {
  const { segment } = source
  const all = dimensionsOf(source)
  if (segment === undefined) return all
  return [...all, ...all.map(([dimension, key]): [string, string] => [dimensionIn(segment, dimension), key])]
}

/** The dimension `attributed` sums over all other dimensions. */
export function dimensionsOf(source: Source): [dimension: string, key: string][] {
  const dimensions: [string, string][] = [
    ['attributed', ''],
    ['surface', source.surface],
  ]
  if (source.section !== undefined) dimensions.push(['section', source.section])
  if (source.recommendationType !== undefined) dimensions.push(['type', source.recommendationType])
  if (source.variant !== undefined) dimensions.push(['variant', source.variant])
  if (source.query !== undefined && source.query !== '') dimensions.push(['query', source.query])
  if (source.step !== undefined) dimensions.push(['step', source.step])
  return dimensions
}
