import type { FilterConfig, FilterTreeConfig } from '@vitrine/contract'
import { COLORS } from '../catalog/colors.ts'
import { MATERIALS } from '../catalog/materials.ts'
import { collectionId, type DemoCollection } from './collections.ts'

const LIST_SETTINGS = {
  multi_select: true,
  show_count: true,
  collapsible: true,
  searchable: false,
  show_more: true,
  max_display: 8,
}
const LETTER_SIZES = ['XS', 'S', 'M', 'L', 'XL']

export function demoFilters(): FilterConfig[] {
  return [
    colorFilter(),
    priceFilter(),
    list(3, 'product_type', 'Product type', 'product_type', { de: 'Produktart', fr: 'Type de produit' }),
    sizeFilter(),
    materialFilter(),
    {
      ...list(6, 'vendor', 'Brand', 'vendor', { de: 'Marke', fr: 'Marque' }),
      settings: { ...LIST_SETTINGS, searchable: true },
    },
    {
      ...list(7, 'availability', 'In stock', 'availability', { de: 'Verfügbar', fr: 'En stock' }),
      type: 'boolean',
      position: 9,
    },
    {
      ...list(8, 'discount', 'On sale', 'discount', { de: 'Reduziert', fr: 'En promotion' }),
      type: 'boolean',
      position: 10,
    },
    { ...list(9, 'rating', 'Rating', 'rating', { de: 'Bewertung', fr: 'Note' }), type: 'rating', position: 8 },
    {
      ...list(10, 'tag', 'Tag', 'tag', { de: 'Schlagwort', fr: 'Étiquette' }),
      expanded: false,
      operator: 'and',
      settings: { ...LIST_SETTINGS, group_others: true },
    },
    {
      ...list(11, 'capacity', 'Capacity', 'option', { de: 'Inhalt', fr: 'Contenance' }),
      attribute: 'Capacity',
      expanded: false,
    },
    {
      ...list(12, 'collection', 'Collection', 'collection', { de: 'Kollektion', fr: 'Collection' }),
      expanded: false,
      visible: false,
    },
  ]
}

export function demoFilterTrees(collections: readonly DemoCollection[]): FilterTreeConfig[] {
  const ids = (...handles: string[]): number[] => handles.map((handle) => collectionId(collections, handle))
  return [
    tree(1, 'Search', 'search', [1, 2, 3, 4, 5, 6, 9, 8, 7, 10], { is_default: true }),
    tree(2, 'Collections', 'collection', [1, 2, 5, 4, 6, 9, 8, 7, 3], { is_default: true }),
    tree(3, 'Clothes and shoes', 'collection', [4, 1, 5, 2, 6, 8, 7], {
      target_ids: ids('t-shirts', 'shirts', 'sweaters', 'dresses', 'trousers', 'jackets', 'sneakers', 'apparel'),
    }),
    tree(4, 'Kitchen', 'collection', [3, 1, 2, 5, 11, 6, 9, 8], {
      target_ids: ids('kitchen', 'mugs', 'kettles', 'cookware', 'water-bottles'),
    }),
  ]
}

function colorFilter(): FilterConfig {
  const colors = Object.values(COLORS)
  const words = (locale: 'de' | 'fr') => Object.fromEntries(colors.map(({ name }) => [name.en, name[locale]]))
  return {
    id: 1,
    key: 'color',
    title: 'Color',
    type: 'color',
    attribute_type: 'option',
    attribute: 'Color',
    operator: 'or',
    position: 1,
    expanded: true,
    visible: true,
    settings: { ...LIST_SETTINGS, max_display: 16 },
    values: colors.map(({ name, hex }, i) => ({ value: name.en, label: name.en, hex, position: i + 1, order: i + 1 })),
    translations: { de: { title: 'Farbe', ...words('de') }, fr: { title: 'Couleur', ...words('fr') } },
  }
}

function priceFilter(): FilterConfig {
  return {
    ...list(2, 'price', 'Price', 'price', { de: 'Preis', fr: 'Prix' }),
    type: 'range',
    step: 5,
    unit: '$',
    settings: { show_count: true, collapsible: true },
  }
}

function sizeFilter(): FilterConfig {
  return {
    ...list(4, 'size', 'Size', 'option', { de: 'Größe', fr: 'Taille' }),
    type: 'checkbox',
    attribute: 'Size',
    values: LETTER_SIZES.map((value, i) => ({ value, label: value, position: i + 1 })),
  }
}

function materialFilter(): FilterConfig {
  const materials = Object.values(MATERIALS)
  const words = (locale: 'de' | 'fr') => Object.fromEntries(materials.map(({ name }) => [name.en, name[locale]]))
  return {
    ...list(5, 'material', 'Material', 'metafield', { de: 'Material', fr: 'Matière' }),
    attribute: 'specs.material',
    translations: { de: { title: 'Material', ...words('de') }, fr: { title: 'Matière', ...words('fr') } },
  }
}

function list(
  id: number,
  key: string,
  title: string,
  attributeType: FilterConfig['attribute_type'],
  words: { de: string; fr: string },
): FilterConfig {
  return {
    id,
    key,
    title,
    type: 'list',
    attribute_type: attributeType,
    operator: 'or',
    position: id,
    expanded: true,
    visible: true,
    settings: LIST_SETTINGS,
    translations: { de: { title: words.de }, fr: { title: words.fr } },
  }
}

function tree(
  id: number,
  title: string,
  targetPage: FilterTreeConfig['target_page'],
  filters: number[],
  rest: Partial<FilterTreeConfig>,
): FilterTreeConfig {
  return {
    id,
    title,
    target_page: targetPage,
    target_ids: [],
    is_default: false,
    filters,
    settings: {},
    translations: {},
    ...rest,
  }
}
