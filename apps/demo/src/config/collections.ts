import type { CollectionConfig } from '@vitrine/contract'
import type { CatalogItem } from '../catalog/create-catalog.ts'
import { slug } from '../catalog/create-product.ts'
import { KINDS } from '../catalog/kinds.ts'

const FIRST_ID = 410_000_000_001

type Rule = NonNullable<CollectionConfig['rules']>[number]
type Draft = Omit<CollectionConfig, 'id' | 'image'> & { cover: (item: CatalogItem) => boolean }

export type DemoCollection = CollectionConfig & { id: number }

export function demoCollections(catalog: readonly CatalogItem[]): DemoCollection[] {
  const drafts = [...typeCollections(), ...themeCollections(), ...chosenCollections(catalog)]
  return drafts.map(({ cover, ...draft }, i) => ({
    id: FIRST_ID + i,
    ...draft,
    image: catalog.find((item) => isShown(item) && cover(item))?.product.images[1]?.src ?? null,
  }))
}

export function collectionId(collections: readonly DemoCollection[], handle: string): number {
  return collections.find((collection) => collection.handle === handle)!.id
}

function typeCollections(): Draft[] {
  return KINDS.map((kind) => ({
    handle: slug(kind.productType.en),
    title: kind.productType.en,
    rules: [{ column: 'type', relation: 'equals', condition: kind.productType.en }],
    translations: { de: { title: kind.productType.de }, fr: { title: kind.productType.fr } },
    cover: (item) => item.draft.kind === kind,
  }))
}

function themeCollections(): Draft[] {
  const tagged = (tag: string, title: string, de: string, fr: string, description: string): Draft => ({
    handle: slug(title),
    title,
    description,
    rules: [{ column: 'tag', relation: 'equals', condition: tag }],
    translations: { de: { title: de }, fr: { title: fr } },
    cover: (item) => item.product.tags.split(', ').includes(tag),
  })
  return [
    tagged('new', 'New In', 'Neu', 'Nouveautés', 'What came in over the last weeks.'),
    tagged('sale', 'Sale', 'Sale', 'Soldes', 'Good things that cost less while they last.'),
    tagged('living-room', 'Living Room', 'Wohnzimmer', 'Salon', 'Where everybody ends up in the evening.'),
    tagged('kitchen', 'Kitchen', 'Küche', 'Cuisine', 'Tools that earn their place on the shelf.'),
    tagged('bedroom', 'Bedroom', 'Schlafzimmer', 'Chambre', 'Quiet things for the best room in the house.'),
    tagged('apparel', 'Apparel', 'Mode', 'Mode', 'Clothes that are worn, not saved.'),
    tagged('gift', 'Gifts', 'Geschenke', 'Cadeaux', 'Small enough to wrap, good enough to keep.'),
    tagged(
      'sustainable',
      'Sustainable Choice',
      'Nachhaltige Wahl',
      'Choix durable',
      'Recycled, organic or made to last.',
    ),
    underFifty(),
  ]
}

function underFifty(): Draft {
  const rules: Rule[] = [{ column: 'variant_price', relation: 'less_than', condition: '50' }]
  return {
    handle: 'under-50',
    title: 'Under $50',
    description: 'Nice surprises for less than fifty.',
    rules,
    translations: { de: { title: 'Unter 50 $' }, fr: { title: 'Moins de 50 $' } },
    cover: (item) => item.draft.kind.key === 'candle',
  }
}

function chosenCollections(catalog: readonly CatalogItem[]): Draft[] {
  const best = (kinds: readonly string[], perKind: number): CatalogItem[] =>
    kinds.flatMap((key) =>
      catalog
        .filter((item) => item.draft.kind.key === key && isShown(item))
        .sort((a, b) => b.draft.appeal - a.draft.appeal || a.product.id - b.product.id)
        .slice(0, perKind),
    )
  const chosen = (title: string, de: string, fr: string, description: string, items: CatalogItem[]): Draft => ({
    handle: slug(title),
    title,
    description,
    product_ids: items.map((item) => item.product.id),
    translations: { de: { title: de }, fr: { title: fr } },
    cover: (item) => item === items[0],
  })
  return [
    chosen(
      'Slow Mornings',
      'Langsame Morgen',
      'Matins tranquilles',
      'Coffee, linen and nowhere to be.',
      best(['mug', 'kettle', 'bedding', 'towel'], 6),
    ),
    chosen(
      'The Reading Corner',
      'Die Leseecke',
      'Le coin lecture',
      'A chair, a lamp, a place for the cup.',
      best(['armchair', 'lamp', 'table', 'cushion'], 5),
    ),
    chosen(
      'Weekend Away',
      'Wochenende unterwegs',
      'Week-end ailleurs',
      'Packed in ten minutes.',
      best(['backpack', 'bottle', 'sunglasses', 'jacket'], 5),
    ),
    chosen(
      "Editor's Picks",
      'Auswahl der Redaktion',
      'Sélection',
      'One favourite of each kind.',
      best(
        KINDS.map((kind) => kind.key),
        1,
      ),
    ),
  ]
}

function isShown(item: CatalogItem): boolean {
  return item.product.status === 'active'
}
