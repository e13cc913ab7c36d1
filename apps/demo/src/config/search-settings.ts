import type { SearchRuleConfig, ShopConfigInput, SynonymConfig } from '@vitrine/contract'
import type { CatalogItem } from '../catalog/create-catalog.ts'

const SYNONYMS: SynonymConfig[] = [
  ['sofa', 'couch', 'settee'],
  ['sneakers', 'trainers'],
  ['sweater', 'jumper', 'pullover'],
  ['trousers', 'pants'],
  ['backpack', 'rucksack', 'daypack'],
  ['casserole', 'dutch oven'],
  ['cushion', 'throw pillow'],
  ['color', 'colour'],
  ['grey', 'gray'],
  ['planter', 'plant pot', 'flower pot'],
  { from: 'shoes', to: 'sneakers' },
  { from: 'shades', to: 'sunglasses' },
  { from: 'thermos', to: 'insulated bottle' },
  { from: 'coat', to: ['jacket', 'wool coat'] },
  { from: 'lights', to: ['lamp', 'pendant light'] },
  { from: 'sheets', to: 'bedding' },
]

export function demoSearch(catalog: readonly CatalogItem[]): NonNullable<ShopConfigInput['search']> {
  return {
    instant_search_objects: ['product', 'collection', 'page', 'article', 'auto_suggestion'],
    default_search_result_page_size: 24,
    move_out_of_stock_at_end: true,
    image_search_pages: ['search', 'home'],
    synonyms: SYNONYMS,
    rules: demoRules(catalog),
  }
}

/** One rule of each type, so that `explain` has something to show. */
function demoRules(catalog: readonly CatalogItem[]): SearchRuleConfig[] {
  const gift = best(catalog, 'candle')
  const kettle = best(catalog, 'kettle')
  return [
    {
      id: 'gift-ideas',
      when: { query: 'gift', match: 'contains' },
      pin: [
        { product_id: gift, position: 1 },
        { product_id: kettle, position: 2 },
      ],
      boost: [{ tag: 'gift', weight: 4 }],
    },
    { id: 'own-brand-lamps', when: { query: 'lamp', match: 'contains' }, boost: [{ vendor: 'Lumenhaus', weight: 2 }] },
    { id: 'sale-first', when: { collection: 'living-room' }, boost: [{ tag: 'sale', weight: 2 }] },
    { id: 'returns', when: { query: 'returns', match: 'exact' }, redirect: '/pages/shipping-and-returns' },
    { id: 'size-guide', when: { query: 'size guide', match: 'exact' }, redirect: '/pages/size-guide' },
  ]
}

function best(catalog: readonly CatalogItem[], kind: string): number {
  const shown = catalog.filter((item) => item.draft.kind.key === kind && item.product.status === 'active')
  return shown.reduce((a, b) => (b.draft.appeal > a.draft.appeal ? b : a)).product.id
}
