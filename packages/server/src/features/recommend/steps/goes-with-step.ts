/** Finds complements before there are orders: kinds with the same tags, collections or area of the taxonomy. */
import { isThing, statedKindOf } from '@vitrine/engine'
import type { CatalogEntry } from '../catalog/catalog-entries.ts'
import { AREA_STEPS, countOf, sampleOf, usualCategory } from '../catalog/catalog-statistics.ts'
import { placeBeside, replaces, type Worn } from '../catalog/product-kind.ts'
import type { ShopCatalog } from '../catalog/shop-catalog.ts'
import { type Candidate, entryOf, type RecommendContext, type RecommendQuery } from '../recommend-context.ts'
import { interleave } from '../ranked-ids.ts'
import { goesWithWords, similarityBetween } from './content-steps.ts'

/** Collections and tags of a larger share of products do not connect kinds. */
const TOO_COMMON = 0.6
/** Similarity of kinds in one area of the taxonomy, and the minimum for shared collections and tags. */
const SIDE_BY_SIDE = 0.1
const MAX_KINDS = 6
const FEW_TAGS = 2
const PER_KIND = 20

/** Limits the comparisons with the seeds to this many products of a kind. */
const MAX_MEMBERS = 100
/** Sample of the seeds' kind for the usual similarity of a product to that kind. */
const MAX_PEERS = 20

export function* goesWith(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  const ids = query.cart.length > 0 ? [...new Set([...query.cart, ...query.anchors])] : query.anchors
  const seeds = ids.flatMap((id) => entryOf(context, id) ?? [])
  const rows = companionsOf(context.catalog, seeds).map((companion) => rowOf(context, seeds, companion))
  for (const [, productId] of interleave(rows))
    yield { productId, step: 'goes_with', why: () => goesWithWords(context, ids) }
}

/** Prefers products that resemble the seeds more than the seeds' kind: no pendant that resembles every ring. */
function rowOf(context: RecommendContext, seeds: readonly CatalogEntry[], companion: Companion): number[] {
  const { kind, because } = companion
  const { rarity, members } = kindModel(context.catalog)
  const marks = seeds.flatMap(tagsAndCollections).filter((mark) => rarity.has(mark))
  const inCollections = marks.filter((mark) => mark.startsWith(IN))
  // Collections are made on purpose, so tags count only without collections.
  const shared = new Set(inCollections.length > 0 ? inCollections : marks)
  const isBrief = inCollections.length > 0 || seeds.some(({ product }) => product.tags.length <= FEW_TAGS)
  // Of many tags two must match, because one may name a material of most products.
  const needed = { filed: 0, worn: Math.min(1, shared.size), marked: isBrief ? 1 : 2 }[because]
  companion.usual ??= usualSimilarity(context, companion)
  const { usual } = companion
  const similarity = (id: number) =>
    seeds.reduce((sum, seed) => sum + similarityBetween(context.catalog, seed.id, id), 0)
  return (members.get(kind) ?? [])
    .filter((id) => needed === 0 || sharedMarks(entryOf(context, id), shared) >= needed)
    .map((id) => ({ id, closeness: similarity(id) - seeds.length * (usual.get(id) ?? 0) }))
    .sort((a, b) => b.closeness - a.closeness || a.id - b.id)
    .slice(0, PER_KIND)
    .map(({ id }) => id)
}

/** Returns the mean similarity of each product to a sample of the seeds' unit. */
function usualSimilarity(context: RecommendContext, { unit, kind }: Companion): ReadonlyMap<number, number> {
  const { members } = kindModel(context.catalog)
  const peers = (members.get(unit) ?? []).filter((_, i, all) => i % Math.ceil(all.length / MAX_PEERS) === 0)
  const mean = (id: number) =>
    peers.reduce((sum, peer) => sum + similarityBetween(context.catalog, peer, id), 0) / peers.length
  return new Map((members.get(kind) ?? []).map((id) => [id, mean(id)]))
}

interface Companion {
  /** The unit of the seeds; see `unitOf`. */
  unit: string
  kind: string
  usual?: ReadonlyMap<number, number>
  similarity: number
  /** `filed`: near in the taxonomy. `worn`: worn together. `marked`: with similar tags and collections. */
  because: 'filed' | 'worn' | 'marked'
  /** Number of products, up to a limit. Of equally similar kinds, the larger one comes first. */
  size: number
}

function companionsOf(catalog: ShopCatalog, seeds: readonly CatalogEntry[]): Companion[] {
  const own = new Set(seeds.map((seed) => unitOf(catalog, seed)))
  const found = new Map<string, Companion>()
  for (const unit of own)
    for (const companion of companionsOfUnit(catalog, unit)) {
      const known = found.get(companion.kind)
      if (!own.has(companion.kind) && (!known || known.similarity < companion.similarity))
        found.set(companion.kind, companion)
    }
  return [...found.values()]
    .sort((a, b) => b.similarity - a.similarity || b.size - a.size || (a.kind < b.kind ? -1 : 1))
    .slice(0, MAX_KINDS)
}

/** Groups clothes by body part, so that trousers and skirts are not both offered with a blouse. */
function unitOf(catalog: ShopCatalog, { worn, kind, product }: CatalogEntry): string {
  return worn && (statedKindOf(product) !== '' || isDressing(catalog)) ? ON + worn : kind
}

function isDressing(catalog: ShopCatalog): boolean {
  return catalog.keep('dressing', () => {
    const entries = sampleOf(catalog)
    return entries.filter(({ worn }) => worn).length * 2 >= entries.length
  })
}

const ON = 'on '

function companionsOfUnit(catalog: ShopCatalog, unit: string): Companion[] {
  return catalog.keep(`companions ${unit}`, () => {
    const { vectors, members } = kindModel(catalog)
    if (!vectors.has(unit)) return []
    return Array.from(vectors.keys()).flatMap((kind): Companion[] => {
      const tie = tieOf(kindModel(catalog), unit, kind)
      return tie ? [{ unit, kind, size: members.get(kind)!.length, ...tie }] : []
    })
  })
}

function tieOf(model: KindModel, unit: string, kind: string): Pick<Companion, 'similarity' | 'because'> | undefined {
  const beside = besideOf(unit, kind)
  if (beside !== undefined) return beside < 0 ? undefined : { similarity: 2 - beside / 10, because: 'worn' }
  if (replaces(thingOf(unit), thingOf(kind))) return undefined
  const isFiled = stepsShared(model.categories.get(unit), model.categories.get(kind)) === AREA_STEPS
  const shared = cosine(model.vectors.get(unit)!, model.vectors.get(kind)!)
  const similarity = Math.max(shared, isFiled ? SIDE_BY_SIDE : 0)
  return similarity < SIDE_BY_SIDE ? undefined : { similarity, because: isFiled ? 'filed' : 'marked' }
}

/** Returns undefined if one of the two is not worn. */
function besideOf(unit: string, other: string): number | undefined {
  if (!unit.startsWith(ON) || !other.startsWith(ON)) return undefined
  return placeBeside(unit.slice(ON.length) as Worn, other.slice(ON.length) as Worn)
}

const thingOf = (kind: string) => ({ kind, noun: '', worn: undefined })

interface KindModel {
  vectors: Map<string, Map<string, number>>
  rarity: ReadonlyMap<string, number>
  members: Map<string, number[]>
  categories: Map<string, readonly string[]>
}

function stepsShared(one: readonly string[] = [], other: readonly string[] = []): number {
  const apart = one.findIndex((step, i) => step !== other[i])
  return apart < 0 ? one.length : apart
}

function kindModel(catalog: ShopCatalog): KindModel {
  return catalog.keep('kinds', () => {
    const entries = sampleOf(catalog)
    const rarity = raritiesOf(entries)
    const model: KindModel = { rarity, vectors: new Map(), members: new Map(), categories: new Map() }
    for (const [kind, same] of Map.groupBy(withKinds(entries), (entry) => unitOf(catalog, entry))) {
      model.vectors.set(kind, vectorOf(same, rarity))
      const stride = Math.ceil(same.length / MAX_MEMBERS)
      model.members.set(
        kind,
        same.filter((_, i) => i % stride === 0).map(({ id }) => id),
      )
      model.categories.set(kind, usualCategory(same))
    }
    return model
  })
}

/** A title word of fewer products is no kind: "Silver Ring with Crack" is not a crack. */
const MIN_SHARE = 0.01

function withKinds(entries: readonly CatalogEntry[]): CatalogEntry[] {
  const counts = countOf(entries.map(({ kind }) => kind))
  return entries.filter(
    ({ kind, product }) => statedKindOf(product) !== '' || (counts.get(kind) ?? 0) >= entries.length * MIN_SHARE,
  )
}

/** A tag or collection is characteristic of a kind if at least this share of the kind's products has it. */
const CHARACTERISTIC = 0.75

/** A tag of only some products of a kind is left out: all lamps are for the living room, but only some are ribbed. */
function raritiesOf(entries: readonly CatalogEntry[]): Map<string, number> {
  const sizes = countOf(entries.map(({ kind }) => kind))
  const marked = new Map<string, Map<string, number>>()
  for (const entry of entries)
    for (const mark of tagsAndCollections(entry)) {
      const kinds = marked.get(mark) ?? new Map<string, number>()
      marked.set(mark, kinds.set(entry.kind, (kinds.get(entry.kind) ?? 0) + 1))
    }
  const rarities = new Map<string, number>()
  for (const [mark, kinds] of marked) {
    const counts = [...kinds.values()]
    const count = counts.reduce((sum, one) => sum + one, 0)
    const share = [...kinds].reduce((sum, [kind, one]) => sum + (one * one) / (sizes.get(kind) ?? one), 0) / count
    if (counts.length > 1 && count <= entries.length * TOO_COMMON && share >= CHARACTERISTIC)
      rarities.set(mark, Math.log(entries.length / count))
  }
  return rarities
}

function vectorOf(same: readonly CatalogEntry[], rarity: ReadonlyMap<string, number>): Map<string, number> {
  const marks = [...countOf(same.flatMap(tagsAndCollections))]
  return new Map(marks.flatMap(([mark, count]) => (rarity.has(mark) ? [[mark, count * rarity.get(mark)!]] : [])))
}

function sharedMarks(entry: CatalogEntry | undefined, marks: ReadonlySet<string>): number {
  const { collections, product } = entry ?? { collections: [], product: { tags: [] } }
  const all = [...collections.map((handle) => IN + handle), ...product.tags.map(tagMark)]
  return all.filter((mark) => marks.has(mark)).length
}

const IN = 'in '
const tagMark = (tag: string) => `tagged ${tag.trim().toLowerCase()}`

/** Leaves out labels such as a season or a sale. */
function tagsAndCollections({ collections, product }: CatalogEntry): string[] {
  const marks = new Set(collections.filter(isThing).map((handle) => IN + handle))
  for (const tag of product.tags) if (isThing(tag)) marks.add(tagMark(tag))
  return [...marks]
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let product = 0
  for (const [mark, weight] of a) product += weight * (b.get(mark) ?? 0)
  const length = (vector: ReadonlyMap<string, number>) =>
    Math.sqrt([...vector.values()].reduce((sum, w) => sum + w * w, 0))
  return product / (length(a) * length(b) || 1)
}
