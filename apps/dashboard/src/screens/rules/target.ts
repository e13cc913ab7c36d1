/** Targets select the products that an action of a rule applies to. */
import type { Rule } from './rule.ts'

export type HideTarget = NonNullable<Rule['hide_where']>[number]
export type BoostTarget = NonNullable<Rule['boost']>[number]
export type Target = HideTarget
export type Attribute = keyof Target

/** Conditions of a target, in the order of the dialog. */
export const ATTRIBUTES = [
  'tag',
  'vendor',
  'product_type',
  'collection',
  'metafield',
  'price',
  'in_stock',
  'newer_than_days',
  'product_ids',
] as const satisfies readonly Attribute[]

export function attributesOf(target: Target): Attribute[] {
  return ATTRIBUTES.filter((one) => target[one] !== undefined)
}

/** Returns undefined if a condition has no value yet or cannot be a filter of the catalog. */
export function filterOf(target: Target): string | undefined {
  const parts = attributesOf(target).map((attribute) => {
    const { price, in_stock: inStock } = target
    if (attribute === 'price') return `price:${price?.min ?? ''}:${price?.max ?? ''}`
    if (attribute === 'in_stock') return `stock:${inStock ? 'in' : 'out'}`
    if (attribute === 'metafield' || attribute === 'newer_than_days' || attribute === 'product_ids') return undefined
    return target[attribute] ? `${attribute}:${target[attribute]}` : undefined
  })
  return parts.length > 0 && parts.every((part) => part !== undefined) ? parts.join(';') : undefined
}

export function startOf(attribute: Attribute): Target {
  switch (attribute) {
    case 'metafield':
      return { metafield: { key: '', value: '' } }
    case 'price':
      return { price: {} }
    case 'in_stock':
      return { in_stock: true }
    case 'newer_than_days':
      return { newer_than_days: 30 }
    case 'product_ids':
      return { product_ids: [] }
    default:
      return { [attribute]: '' }
  }
}
