import type { Measure } from '../text/analysis/measure.ts'
import type { ColorFamily } from '../colors/color-families.ts'
import type { PriceRange } from '../text/text-query.ts'

export type ConstraintKind = 'price' | 'color' | 'size' | 'measure' | 'exclude' | 'phrase' | 'vendor' | 'product_type'

/** Values of one option of variants, or of one attribute of products. */
export interface AttributeValues {
  readonly kind: 'option' | 'terms'
  readonly name: string
  readonly values: readonly string[]
}

/**
 * Something that a shopper asked for and that a product has or has not. All constraints of a query must hold on one and the same
 * variant. A product satisfies one by the value of a variant; or by saying the words itself, unless its variants state another value.
 */
export interface Constraint {
  readonly kind: ConstraintKind
  /** As typed. */
  readonly text: string
  /** What is asked for, without the words around it: "M" of "size M". */
  readonly label: string
  /** Values that satisfy it. */
  readonly attributes: readonly AttributeValues[]
  /** Words side by side, each of the lists in its place: what a product may say instead. */
  readonly phrases: readonly (readonly string[])[]
  /** Colors of pictures that satisfy it (of `exclude`: that are not wanted) where nothing states a color. */
  readonly pictured?: readonly ColorFamily[]
  readonly price?: PriceRange
  readonly measures?: readonly Measure[]
  /** Of `exclude` that is the whole query: only products that say themselves that they lack it. */
  readonly mustDeny?: boolean
}

/** One entry for each option and attribute, with the values of all segments; both sorted, whatever the segments. */
export function merged(attributes: readonly AttributeValues[]): AttributeValues[] {
  const groups = Map.groupBy(attributes, ({ kind, name }) => `${kind} ${name}`)
  return [...groups.keys()].sort().map((key) => {
    const same = groups.get(key)!
    return { ...same[0], values: [...new Set(same.flatMap(({ values }) => values))].sort() }
  })
}
