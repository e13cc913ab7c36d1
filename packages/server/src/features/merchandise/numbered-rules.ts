/** Converts rules to one notation: products by number, collections by handle, segments by conditions. */
import type { SearchRuleConfig, ShopConfig } from '@vitrine/contract'
import { productNumber } from '../../ports/record-store/item-number.ts'
import { collectionHandle } from '../platform/collection-names.ts'
import { oncePer } from '../platform/once-per.ts'

type Conditions = NonNullable<SearchRuleConfig['hide_where']>[number]
type Numbered<Target> = Omit<Target, 'product_ids'> & { product_ids?: number[] }
type Targets = 'pin_where' | 'hide_where' | 'boost' | 'bury'

export type NumberedRule = Omit<SearchRuleConfig, 'pin' | 'hide' | Targets> & {
  pin?: { product_id: number; position: number }[]
  hide?: number[]
} & { [Name in Targets]?: Numbered<NonNullable<SearchRuleConfig[Name]>[number]>[] }

type Segments = ShopConfig['search']['segments']

/** Cached per object, because variants of an experiment share their rules, collections and segments. */
const numberedAmong = oncePer((collections: ShopConfig['collections']) =>
  oncePer((segments: Segments) =>
    oncePer((rule: SearchRuleConfig) => {
      const handleOf = (name: string | number) => collectionHandle({ collections }, name)
      const { collection, segment } = rule.when
      const when = {
        ...rule.when,
        ...(collection === undefined ? {} : { collection: handleOf(collection) }),
        ...(segment?.id === undefined
          ? {}
          : { segment: { ...segments.find(({ id }) => id === segment.id), ...segment } }),
      }
      return numbered({ ...rule, when }, handleOf)
    }),
  ),
)

export function numberedRules({ collections, search }: ShopConfig): NumberedRule[] {
  return search.rules.map(numberedAmong(collections)(search.segments))
}

function numbered(rule: SearchRuleConfig, handleOf: (name: string | number) => string): NumberedRule {
  const { pin, hide, pin_where, hide_where, boost, bury, ...rest } = rule
  const target = <T extends Conditions>({ product_ids: ids, collection, ...others }: T): Numbered<T> =>
    ({
      ...others,
      ...(ids ? { product_ids: ids.map(productNumber) } : {}),
      ...(collection === undefined ? {} : { collection: handleOf(collection) }),
    }) as Numbered<T>
  return {
    ...rest,
    ...(pin ? { pin: pin.map((one) => ({ ...one, product_id: productNumber(one.product_id) })) } : {}),
    ...(hide ? { hide: hide.map(productNumber) } : {}),
    ...(pin_where ? { pin_where: pin_where.map(target) } : {}),
    ...(hide_where ? { hide_where: hide_where.map(target) } : {}),
    ...(boost ? { boost: boost.map(target) } : {}),
    ...(bury ? { bury: bury.map(target) } : {}),
  }
}
