import type { ColumnSegment } from '../columns/column-segment.ts'
import { packStrings, type StringTable, stringAt, tableSize } from '../columns/string-table.ts'
import type { TermColumn } from '../columns/term-column.ts'
import { type Folding, foldingOf } from '../columns/value-key.ts'
import { availabilitySets, OPTION_FOLDING, type OptionColumn } from '../columns/variant-columns.ts'

type Arrays = Record<string, ArrayBufferView>

/** Every array of the columns by name, not copied. */
export function saveColumns(columns: ColumnSegment): Arrays {
  const {
    ids,
    byId,
    collectionPlaces,
    minPrice,
    discount,
    rating,
    createdMs,
    visibleFromMs,
    popularity,
    titles,
    titleRank,
  } = columns
  const { starts, ids: variantIds, prices, available, partNumbers, pictureColors, options } = columns.variants
  const { orders } = columns
  return {
    ids,
    byId,
    collectionPlaces,
    minPrice,
    discount,
    rating,
    createdMs,
    visibleFromMs,
    builtPopularity: popularity,
    ...saveTable('titles', titles),
    titleRank,
    'orders.price': orders.price,
    'orders.created': orders.created,
    'orders.discount': orders.discount,
    'orders.title': orders.title,
    'variants.starts': starts,
    'variants.ids': variantIds,
    'variants.prices': prices,
    'variants.available': available,
    'variants.partNumbers': partNumbers,
    'variants.pictureColors': pictureColors,
    ...saveTable('termNames', packStrings([...columns.terms.keys()])),
    ...merge([...columns.terms.values()].map((column, i) => saveTerm(`terms.${i}`, column))),
    ...saveTable('optionNames', packStrings([...options.keys()])),
    ...merge([...options.values()].map((option, i) => saveOption(`options.${i}`, option))),
  }
}

export function loadColumns(arrays: Arrays, docCount: number): ColumnSegment {
  const take = <T extends ArrayBufferView>(name: string): T => {
    const array = arrays[name]
    if (!array) throw new RangeError(`columns without their part "${name}"`)
    return array as T
  }
  const table = (name: string): StringTable => ({ bytes: take(`${name}.bytes`), offsets: take(`${name}.offsets`) })
  const term = (name: string, folding: Folding): TermColumn => ({
    folding,
    values: table(name),
    starts: take(`${name}.starts`),
    codes: take(`${name}.codes`),
  })
  const names = (name: string) => Array.from({ length: tableSize(table(name)) }, (_, i) => stringAt(table(name), i))
  const starts = take<Uint32Array>('variants.starts')
  const available = take<Uint8Array>('variants.available')
  const option = (i: number): OptionColumn => ({
    codes: take(`options.${i}.variants`),
    byDoc: term(`options.${i}`, OPTION_FOLDING),
  })
  return {
    docCount,
    ids: take('ids'),
    byId: take('byId'),
    terms: new Map(names('termNames').map((name, i) => [name, term(`terms.${i}`, foldingOf(name))])),
    collectionPlaces: take('collectionPlaces'),
    variants: {
      starts,
      ids: take('variants.ids'),
      prices: take('variants.prices'),
      available,
      partNumbers: take('variants.partNumbers'),
      pictureColors: take('variants.pictureColors'),
      options: new Map(names('optionNames').map((name, i) => [name, option(i)])),
      ...availabilitySets(starts, available),
    },
    minPrice: take('minPrice'),
    discount: take('discount'),
    rating: take('rating'),
    createdMs: take('createdMs'),
    visibleFromMs: take('visibleFromMs'),
    popularity: take('builtPopularity'),
    titles: table('titles'),
    titleRank: take('titleRank'),
    orders: {
      price: take('orders.price'),
      created: take('orders.created'),
      discount: take('orders.discount'),
      title: take('orders.title'),
    },
  }
}

function saveTable(name: string, { bytes, offsets }: StringTable): Arrays {
  return { [`${name}.bytes`]: bytes, [`${name}.offsets`]: offsets }
}

function saveTerm(name: string, { values, starts, codes }: TermColumn): Arrays {
  return { ...saveTable(name, values), [`${name}.starts`]: starts, [`${name}.codes`]: codes }
}

function saveOption(name: string, { codes, byDoc }: OptionColumn): Arrays {
  return { ...saveTerm(name, byDoc), [`${name}.variants`]: codes }
}

function merge(parts: readonly Arrays[]): Arrays {
  return Object.assign({}, ...parts)
}
