import type { Random } from '../random.ts'
import type { ProductDraft } from './draft-product.ts'

export interface PricedVariant {
  color: ProductDraft['colors'][number]
  size: string | undefined
  material: ProductDraft['materials'][number] | undefined
  price: number
  compareAtPrice: number | null
  quantity: number
  policy: 'deny' | 'continue'
  tracked: boolean
}

const DISCOUNTED_SHARE = 0.24
const SOLD_OUT_PRODUCTS = 0.03
const SOLD_OUT_VARIANTS = 0.08
const SECOND_MATERIAL = 1.15

export function priceVariants(random: Random, draft: ProductDraft): PricedVariant[] {
  const discount = random.chance(DISCOUNTED_SHARE) ? random.pick([0.1, 0.15, 0.2, 0.25, 0.3, 0.4]) : 0
  const everyColor = random.chance(0.7)
  const stock = stockPolicy(random)
  const ending = random.pick(draft.kind.priceEndings)
  return combinations(draft).map(({ color, size, material, factor }) => {
    const full = toPrice(draft.basePrice * factor, ending)
    const reduced = discount > 0 && (everyColor || color === draft.colors.at(-1))
    const price = reduced ? toPrice(full * (1 - discount), ending) : full
    const compareAtPrice = price < full ? full : null
    return { color, size, material, price, compareAtPrice, ...stock(draft) }
  })
}

interface Combination extends Pick<PricedVariant, 'color' | 'size' | 'material'> {
  factor: number
}

function combinations(draft: ProductDraft): Combination[] {
  const sizes = draft.sizes.length > 0 ? draft.sizes : [{ value: undefined, factor: 1 }]
  const materials = draft.materials.length > 1 ? draft.materials : [undefined]
  return draft.colors.flatMap((color) =>
    sizes.flatMap((size) =>
      materials.map((material, i) => ({
        color,
        size: size.value,
        material,
        factor: size.factor * (i > 0 ? SECOND_MATERIAL : 1),
      })),
    ),
  )
}

function stockPolicy(random: Random): (draft: ProductDraft) => Pick<PricedVariant, 'quantity' | 'policy' | 'tracked'> {
  const soldOut = random.chance(SOLD_OUT_PRODUCTS)
  const madeToOrder = random.chance(0.03)
  const tracked = !random.chance(0.02)
  return (draft) => {
    const empty = soldOut || random.chance(SOLD_OUT_VARIANTS)
    const typical = 260 / Math.sqrt(draft.basePrice)
    const quantity = empty ? 0 : 1 + Math.floor(typical * -Math.log(1 - random.next()))
    return { quantity, policy: madeToOrder ? 'continue' : 'deny', tracked }
  }
}

/** Prices end in 9 from 300 on, in 0 or 5 from 120 on, otherwise in the kind's cents. */
function toPrice(amount: number, ending: number): number {
  if (amount >= 300) return Math.round(amount / 10) * 10 - 1
  if (amount >= 120) return Math.round(amount / 5) * 5
  return Math.max(5, Math.round(amount)) - (ending > 0 ? 1 : 0) + ending
}
