/** Products whose whole title, SKU or barcode is the query: they come first, and readings of the query never filter them out. */
import { docsWithTitle, titleForm } from '../match/whole-title.ts'
import type { Query } from '../query/query.ts'
import { skuDocs } from '../expand/sku-match.ts'
import type { DocPlace } from './entry.ts'
import type { ShopIndex } from './shop-index.ts'

export interface ExactDocs {
  readonly docs: readonly DocPlace[]
  /** Products whose title or part number is all that was typed. Whatever looks like a price or an exclusion in it is part of the name. */
  readonly literal: readonly DocPlace[]
}

export function exactDocs(index: ShopIndex, query: Query | undefined): ExactDocs {
  if (query === undefined) return { docs: [], literal: [] }
  const { analyzer } = index.text
  const literal = placesOf(index, (view) => docsWithTitle(view, titleForm(query.typed, analyzer)))
  const rest = query.tokens
    .filter(({ role }) => role !== 'silent')
    .map(({ start, end }) => query.text.slice(start, end))
  const asked = titleForm(rest.join(' '), analyzer)
  const named = placesOf(index, (view) => docsWithTitle(view, asked))
  const numbered = placesOf(index, ({ segment }) => [...skuDocs(segment, query.partNumber)])
  return { docs: [...literal, ...named, ...numbered], literal: [...literal, ...numbered] }
}

function placesOf(
  { text }: ShopIndex,
  find: (view: ShopIndex['text']['views'][number]) => readonly number[],
): DocPlace[] {
  return text.views.flatMap((own, view) => find(own).map((doc) => ({ view, doc })))
}
