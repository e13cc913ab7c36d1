import type { ShopConfigInput } from '@vitrine/client/admin'
import type { Words } from '../../messages/messages.tsx'

export type Collection = NonNullable<ShopConfigInput['collections']>[number]
export type CollectionRule = NonNullable<Collection['rules']>[number]

export const COLUMNS = [
  'tag',
  'type',
  'vendor',
  'title',
  'variant_price',
  'variant_compare_at_price',
  'variant_inventory',
  'variant_title',
] as const satisfies readonly CollectionRule['column'][]

const NUMBERS: readonly CollectionRule['column'][] = ['variant_price', 'variant_compare_at_price', 'variant_inventory']

export function relationsOf(column: CollectionRule['column']): readonly CollectionRule['relation'][] {
  if (NUMBERS.includes(column)) return ['greater_than', 'less_than', 'equals', 'not_equals']
  if (column === 'tag') return ['equals']
  return ['equals', 'not_equals', 'contains', 'not_contains', 'starts_with', 'ends_with']
}

export function describeRule({ t }: Pick<Words, 't'>, { column, relation, condition }: CollectionRule): string {
  return `${t(`collections.column.${column}`)} ${t(`collections.relation.${relation}`)} ${condition}`
}

export function newCollection(collections: readonly Collection[]): Collection {
  const numbers = collections.map(({ id }) => Number(id)).filter(Number.isSafeInteger)
  return { id: Math.max(0, ...numbers) + 1, handle: '', title: '', rules: [newRule()] }
}

export function newRule(): CollectionRule {
  return { column: 'tag', relation: 'equals', condition: '' }
}

/** `Summer sale` → `summer-sale`. */
export function handleOf(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
