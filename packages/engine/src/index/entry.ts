import { hasBit } from '../columns/bitset.ts'
import type { Features } from '../rank/features.ts'
import type { RuleValues } from '../rank/rules.ts'
import type { ShopIndex } from './shop-index.ts'

export interface DocPlace {
  view: number
  doc: number
}

export interface Entry extends DocPlace {
  id: number
  inStock: boolean
  score: number
  /** Absent if the order comes from a column. */
  values?: RuleValues
  features?: Features
  learned?: Readonly<Record<string, number>> | undefined
  pinRule?: string
}

export function entryOf({ index }: { index: ShopIndex }, { view, doc }: DocPlace): Entry {
  const { columns } = index.views[view].segment
  return { view, doc, id: columns.ids[doc], inStock: hasBit(columns.variants.someAvailable, doc), score: 0 }
}
