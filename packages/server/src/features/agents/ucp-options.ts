import type { UcpProduct } from '@vitrine/contract'
import { isVariantInStock, type Product, type Variant } from '../../ports/record-store/product.ts'
import { chosenOptions, selectionOf } from './ucp-product.ts'

type Selection = readonly { name: string; label: string }[]

/**
 * Returns the variants that match everything selected. If there are none, the selections that `preferences` does not
 * name are dropped first, then its last ones.
 */
export function chooseVariants(
  product: Product,
  wanted: Selection = [],
  preferences: readonly string[] = [],
): { selected: { name: string; label: string }[]; matching: Variant[] } {
  const names = new Set(chosenOptions(product).map(({ name }) => name))
  const rank = ({ name }: { name: string }) => preferences.indexOf(name) + 1 || preferences.length + 1
  const left = wanted.filter(({ name }) => names.has(name)).toSorted((a, b) => rank(a) - rank(b))
  while (left.length > 0 && !product.variants.some((one) => hasAll(product, one, left))) left.pop()
  const first = product.variants.find(isVariantInStock) ?? product.variants[0]
  if (wanted.length === 0 && first) {
    const own = selectionOf(product, first).filter(({ name }) => names.has(name))
    return { selected: own, matching: product.variants.filter((one) => hasAll(product, one, own)) }
  }
  const selected = wanted.filter((one) => left.includes(one)).map(({ name, label }) => ({ name, label }))
  return { selected, matching: product.variants.filter((one) => hasAll(product, one, selected)) }
}

/** Tells for each value of an option whether a variant has it together with the other selected options, and whether one can be bought. */
export function availableOptions(product: Product, selected: Selection): UcpProduct['options'] {
  return chosenOptions(product).map(({ name, values }) => {
    const others = selected.filter((one) => one.name !== name)
    return {
      name,
      values: values.map((label) => {
        const having = product.variants.filter((one) => hasAll(product, one, [...others, { name, label }]))
        return { label, available: having.some(isVariantInStock), exists: having.length > 0 }
      }),
    }
  })
}

function hasAll(product: Product, variant: Variant, selection: Selection): boolean {
  const own = selectionOf(product, variant)
  return selection.every(({ name, label }) => own.some((one) => one.name === name && one.label === label))
}
