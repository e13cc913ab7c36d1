/**
 * What kind of thing a query asks for, as product types of the shop: those whose own name says it ("Phones" for "phone", and not
 * "Phone cases"), the one that most of the nearest products have ("Notebooks" for "laptop"), and the one of what shoppers choose for the
 * query. Nothing is listed by hand.
 */
import { stringAt } from '../columns/string-table.ts'
import { analyzerFor } from '../text/analysis/analyzer.ts'
import { findBySpelling } from '../text/readings/find-by-spelling.ts'
import { HEAD_FIRST_LANGUAGES } from '../text/parse/parse-query.ts'
import type { Constraint } from '../understand/constraint.ts'
import type { PreparedQuery } from './prepare-query.ts'
import type { SearchRequest } from './search-request.ts'
import { locate, type ShopIndex } from './shop-index.ts'

/** This share of the nearest must have one type before it is what the query means, … */
const MOSTLY = 0.5
/** … and this many are looked at. */
const NEAREST_LOOKED_AT = 20
const FEWEST_NEAR = 5

/** Product types, per segment as codes of the attribute. */
export type ProductKind = readonly ReadonlySet<number>[]

/** The types that the query means; undefined where that is not known. */
export function kindOf({ index, request, text }: PreparedQuery): ProductKind | undefined {
  const { typeAttribute, semantic } = request
  // A query that describes the thing finds it by its words.
  if (typeAttribute === undefined || !text || text.thing === null) return undefined
  const { byHead, byName } = productTypes(index, typeAttribute)
  const named = findBySpelling(text.thing, analyzerFor(index.locale), (stem) => byHead.get(stem))
  if (named !== undefined) return named
  const meant = semantic && typeOfNearest(index, typeAttribute, semantic.near)
  return meant === undefined ? undefined : byName.get(meant)
}

export interface NamedKind {
  readonly kind: ProductKind
  /** That says so. */
  readonly constraint: Constraint
}

/** The types that the query calls by their full name, whatever else it says of the thing; undefined where it names none. */
export function kindNamed({ index, request }: PreparedQuery): NamedKind | undefined {
  const { typeAttribute, constraints = [] } = request
  const constraint = constraints.find(({ kind }) => kind === 'product_type')
  if (constraint === undefined || typeAttribute === undefined) return undefined
  const { byName } = productTypes(index, typeAttribute)
  const types = constraint.attributes.flatMap(({ values }) => values)
  const kind = index.views.map((_, view) => new Set(types.flatMap((type) => [...(byName.get(type)?.[view] ?? [])])))
  return { kind, constraint }
}

/** Fewer chosen products say nothing of a kind. */
const FEWEST_CHOSEN = 3

/**
 * The type of what shoppers choose for the query, where its name does not say what is meant. It only orders: what is found must not change
 * with every click.
 */
export function kindOfChosen(
  { index, text }: PreparedQuery,
  { typeAttribute, preferences, popularityWeight = 1 }: SearchRequest,
): ProductKind | undefined {
  if (typeAttribute === undefined || !text || text.thing === null || popularityWeight === 0) return undefined
  const counts = new Map<string, number>()
  let chosen = 0
  let all = 0
  for (const [id, preference] of preferences ?? []) {
    const found = preference > 0 ? locate(index, id) : undefined
    if (!found) continue
    chosen++
    all += preference
    for (const type of typesAt(index, typeAttribute, found)) counts.set(type, (counts.get(type) ?? 0) + preference)
  }
  if (chosen < FEWEST_CHOSEN) return undefined
  const meant = [...counts].find(([, count]) => count > MOSTLY * all)?.[0]
  return meant === undefined ? undefined : productTypes(index, typeAttribute).byName.get(meant)
}

export interface DocPlace {
  view: number
  doc: number
}

export function isOfKind(index: ShopIndex, attribute: string, kind: ProductKind, { view, doc }: DocPlace): boolean {
  const column = index.views[view].segment.columns.terms.get(attribute)
  if (!column) return false
  for (let at = column.starts[doc]; at < column.starts[doc + 1]; at++) if (kind[view].has(column.codes[at])) return true
  return false
}

function typeOfNearest(index: ShopIndex, attribute: string, near: readonly number[]): string | undefined {
  const counts = new Map<string, number>()
  let seen = 0
  for (const id of near.slice(0, NEAREST_LOOKED_AT)) {
    const found = locate(index, id)
    if (!found) continue
    seen++
    for (const type of typesAt(index, attribute, found)) counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  if (seen < FEWEST_NEAR) return undefined
  return [...counts].find(([, count]) => count >= MOSTLY * seen)?.[0]
}

function typesAt({ views }: ShopIndex, attribute: string, { view, doc }: DocPlace): string[] {
  const column = views[view].segment.columns.terms.get(attribute)
  if (!column) return []
  const codes = column.codes.subarray(column.starts[doc], column.starts[doc + 1])
  return Array.from(codes, (code) => stringAt(column.values, code))
}

/** The shop's product types, by name and by the stem of the word that says what they are. */
export interface ProductTypes {
  readonly byName: ReadonlyMap<string, ProductKind>
  readonly byHead: ReadonlyMap<string, ProductKind>
}

function productTypes(index: ShopIndex, attribute: string): ProductTypes {
  const { cache } = index
  const known = cache.productTypes.get(attribute)
  if (known) return known
  const byName = new Map<string, Set<number>[]>()
  const byHead = new Map<string, Set<number>[]>()
  const add = (kinds: Map<string, Set<number>[]>, name: string, view: number, code: number) => {
    const kind = kinds.get(name) ?? index.views.map(() => new Set<number>())
    kind[view].add(code)
    kinds.set(name, kind)
  }
  index.views.forEach(({ segment }, view) => {
    const values = segment.columns.terms.get(attribute)?.values
    for (let code = 0; values && code < values.offsets.length - 1; code++) {
      const type = stringAt(values, code)
      add(byName, type, view, code)
      const head = headOf(index, type)
      if (head !== undefined) add(byHead, head, view, code)
    }
  })
  const types = { byName, byHead }
  cache.productTypes.set(attribute, types)
  return types
}

/** The last word of a name, the first where that is the language's way. Of "Home > Kitchen > Bread knives" the last step counts. */
function headOf(index: ShopIndex, type: string): string | undefined {
  const analyzer = analyzerFor(index.locale)
  const words = analyzer.units(type.split('>').at(-1)!).map((unit) => unit.joined ?? unit.parts.join(''))
  const head = HEAD_FIRST_LANGUAGES.has(analyzer.language) ? words[0] : words.at(-1)
  return head === undefined ? undefined : analyzer.stem(head)
}
