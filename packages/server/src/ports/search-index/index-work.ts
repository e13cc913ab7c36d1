/** Tasks of index threads. Only the snapshot file is a side effect. */
import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  buildSegment,
  decodeSnapshot,
  type EngineDoc,
  encodeSnapshot,
  type IndexData,
  mergeSegments,
  type Segment,
  type SegmentPart,
} from '@vitrine/engine'
import { causeOf } from '../derived-store/set-aside.ts'
import type { Product } from '../record-store/product.ts'
import type { PictureColor } from '../vector-archive/vector-archive.ts'
import { type CollectionLookup, collectionLookup } from './collection-rules.ts'
import type { IndexingPlan } from './indexing-plan.ts'
import { productDoc } from './product-doc.ts'

export type IndexTask =
  | { kind: 'build'; products: readonly Product[]; colors: readonly PictureColor[]; plan: IndexingPlan }
  /** Adds products to a large build: maps them now, and `finish` indexes them. */
  | {
      kind: 'collect'
      build: string
      products: readonly Product[]
      colors: readonly PictureColor[]
      plan: IndexingPlan
    }
  | { kind: 'finish'; build: string; plan: IndexingPlan }
  | { kind: 'merge'; parts: readonly SegmentPart[] }
  | { kind: 'save'; path: string; data: IndexData; meta: Record<string, unknown> }
  | { kind: 'load'; path: string }
  /** Returns the products that could not be indexed since the last call. */
  | { kind: 'unindexed' }

/** A product that is left out, so that the rest of the shop can be searched. */
export interface Unindexed {
  productId: number
  cause: string
}

export type IndexTaskResult = Segment | Unindexed[] | ReturnType<typeof decodeSnapshot> | undefined

const unindexed: Unindexed[] = []
const collected = new Map<string, EngineDoc[]>()
let lookup: { key: string; collections: CollectionLookup } | undefined

export function doIndexTask(task: IndexTask): IndexTaskResult {
  switch (task.kind) {
    case 'build':
      return shareArrays(buildWhatCan(docsOf(task), task.plan.locale))
    case 'collect': {
      const docs = collected.get(task.build) ?? []
      collected.set(task.build, docs)
      docs.push(...docsOf(task))
      return undefined
    }
    case 'finish': {
      const docs = collected.get(task.build) ?? []
      collected.delete(task.build)
      return shareArrays(buildWhatCan(docs, task.plan.locale))
    }
    case 'merge':
      return shareArrays(mergeSegments(task.parts))
    case 'save':
      return saveSnapshot(task.path, task.data, task.meta)
    case 'load':
      return loadSnapshot(task.path)
    case 'unindexed':
      return unindexed.splice(0)
  }
}

interface Indexed {
  products: readonly Product[]
  colors?: readonly PictureColor[]
  plan: IndexingPlan
}

export function docsOf({ products, colors = [], plan }: Indexed): EngineDoc[] {
  if (lookup?.key !== plan.key) lookup = { key: plan.key, collections: collectionLookup(plan.collections) }
  const { collections } = lookup
  const byProduct = Map.groupBy(colors, ({ productId }) => productId)
  return products.flatMap((product) => {
    try {
      return productDoc(product, collections, byProduct.get(product.id)) ?? []
    } catch (error) {
      unindexed.push({ productId: product.id, cause: causeOf(error) })
      return []
    }
  })
}

/** If building fails, each document is tried alone, and those that fail are left out. */
function buildWhatCan(docs: readonly EngineDoc[], locale: string): Segment {
  try {
    return buildSegment(docs, locale)
  } catch {
    return buildSegment(
      docs.filter((doc) => isIndexable(doc, locale)),
      locale,
    )
  }
}

function isIndexable(doc: EngineDoc, locale: string): boolean {
  try {
    buildSegment([doc], locale)
    return true
  } catch (error) {
    unindexed.push({ productId: doc.id, cause: causeOf(error) })
    return false
  }
}

/** Renames a new file, so that a reader never sees a partial one. */
function saveSnapshot(path: string, data: IndexData, meta: Record<string, unknown>): undefined {
  mkdirSync(dirname(path), { recursive: true })
  const fd = openSync(`${path}.new`, 'w')
  try {
    for (const piece of encodeSnapshot(data, meta)) writeFileSync(fd, piece)
  } finally {
    closeSync(fd)
  }
  renameSync(`${path}.new`, path)
}

/** Limited so that no array begins beyond 4 GiB (see `ContainerSource`). */
const MAX_PART_BYTES = 2 ** 30

function loadSnapshot(path: string): ReturnType<typeof decodeSnapshot> {
  const fd = openSync(path, 'r')
  try {
    const read = (from: number, to: number) => readShared(fd, from, to)
    return decodeSnapshot({ length: fstatSync(fd).size, maxPartBytes: MAX_PART_BYTES, read })
  } finally {
    closeSync(fd)
  }
}

function readShared(fd: number, from: number, to: number): Uint8Array {
  const bytes = new Uint8Array(new SharedArrayBuffer(to - from))
  for (let at = 0; at < bytes.length; ) {
    const read = readSync(fd, bytes, at, Math.min(bytes.length - at, 1 << 30), from + at)
    if (read === 0) break
    at += read
  }
  return bytes
}

type Plain = unknown

type Typed = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

/** Copies typed arrays to shared memory, so that passing the data to another thread copies nothing. */
function shareArrays<T>(value: T): T {
  return share(value) as T
}

function share(value: Plain): Plain {
  if (ArrayBuffer.isView(value)) return shareArray(value as Typed)
  if (Array.isArray(value)) return value.map(share)
  if (value instanceof Map) return new Map([...value].map(([key, part]) => [key, share(part)]))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, share(part)]))
}

function shareArray(array: Typed): Typed {
  if (array.buffer instanceof SharedArrayBuffer) return array
  const kind = array.constructor as new (buffer: SharedArrayBuffer) => Typed
  const shared = new kind(new SharedArrayBuffer(array.byteLength))
  shared.set(array as never)
  return shared
}
