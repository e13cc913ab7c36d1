import type { ImportCheck } from '@vitrine/contract'
import type { Raw } from '../../platform/catalog-values.ts'
import { toAdminProduct } from '../admin-product.ts'
import { PUBLISHED_WHEN_FIRST_SEEN } from '../normalize/normalize-product.ts'
import type { ImportItem } from './import-item.ts'
import { listItem, type ProductItem } from './import-products.ts'

/** Reads a source as an import would, but stores nothing. Reports the format, the first product and every fault. */
export async function checkImport(source: AsyncIterable<readonly ImportItem[]>): Promise<ImportCheck> {
  const check: ImportCheck = {
    detected: [],
    products: 0,
    variants: 0,
    rejected: 0,
    first: null,
    unmapped: [],
    faults: [],
    notes: [],
  }
  for await (const items of source) {
    for (const item of items) {
      if (item.kind === 'product') take(check, item)
      else listItem(check, item)
    }
  }
  return check
}

function take(check: ImportCheck, item: ProductItem): void {
  check.products++
  check.variants += item.product.variants.length
  check.first ??= {
    line: item.line,
    source: item.source.slice(0, MAX_SOURCES).map(shortened),
    product: shownProduct(item),
  }
}

const MAX_SOURCES = 3
const MAX_VALUE_LENGTH = 300
const MAX_LISTED_VALUES = 10

/** Cuts long texts and lists, so that a description of many pages does not hide everything else. */
function shortened<T>(value: T): T {
  const shorten = (_name: string, one: unknown) => {
    if (typeof one === 'string' && one.length > MAX_VALUE_LENGTH) return `${one.slice(0, MAX_VALUE_LENGTH)}…`
    if (!Array.isArray(one) || one.length <= MAX_LISTED_VALUES) return one
    return [...one.slice(0, MAX_LISTED_VALUES), `… and ${one.length - MAX_LISTED_VALUES} more`]
  }
  return JSON.parse(JSON.stringify(value, shorten))
}

function shownProduct({ product }: ProductItem): Raw {
  const shown = shortened(toAdminProduct(product))
  // A new product is dated when it is stored; a known one keeps its date.
  if (product.publishedAt === PUBLISHED_WHEN_FIRST_SEEN) shown.published_at = 'when it is first seen'
  return shown
}
