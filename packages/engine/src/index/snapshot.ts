/**
 * A shop index as a file. Only a cache: whatever is not exactly as written is refused, and the reader builds anew.
 *
 *   0   "VITRIDX" and the format's number        8 bytes
 *   8   checksum of all that follows it          4
 *   12  length of the header                     4
 *   16  header: JSON, padded to 8                segments, and name, type, place and length of each array
 *   …   the arrays, each padded to 8
 */
import type { ColumnSegment } from '../columns/column-segment.ts'
import { loadTextSegment, saveTextSegment } from '../text/text-segment.ts'
import { loadColumns, saveColumns } from './save-columns.ts'
import type { IndexData } from './shop-index.ts'

/** Raised with every change of the layout or of what a column means. */
const FORMAT = 5
const MAGIC = 'VITRIDX'
const PREFIX_BYTES = 16

export class SnapshotRefused extends Error {}

type Arrays = Record<string, ArrayBufferView>

interface ArrayPlace {
  segment: number
  name: string
  type: string
  offset: number
  bytes: number
}

interface Header {
  meta: Record<string, unknown>
  locale: string
  docCounts: { docs: number; liveDocs: number }[]
  arrays: ArrayPlace[]
}

/** The file in pieces, in order. The pieces share memory with the index. */
export function encodeSnapshot({ segments, locale }: IndexData, meta: Record<string, unknown>): Uint8Array[] {
  const places: ArrayPlace[] = []
  const body: Uint8Array[] = []
  let offset = 0
  segments.forEach(({ segment, liveDocs, popularity }, s) => {
    const arrays: Arrays = {
      ...prefixed('text.', saveTextSegment(segment.text)),
      ...saveColumns(segment.columns),
      liveDocs,
      popularity,
    }
    for (const [name, array] of Object.entries(arrays)) {
      places.push({ segment: s, name, type: array.constructor.name, offset, bytes: array.byteLength })
      const padded = padTo8(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
      body.push(padded)
      offset += padded.length
    }
  })
  const docCounts = segments.map(({ segment, liveDocCount }) => ({
    docs: segment.columns.docCount,
    liveDocs: liveDocCount,
  }))
  const header: Header = { meta, locale, docCounts, arrays: places }
  const headerBytes = padTo8(new TextEncoder().encode(JSON.stringify(header).toWellFormed()))
  const prefix = new Uint8Array(PREFIX_BYTES)
  prefix.set(new TextEncoder().encode(MAGIC))
  prefix[7] = FORMAT
  new DataView(prefix.buffer).setUint32(12, headerBytes.length, true)
  new DataView(prefix.buffer).setUint32(8, checksum([prefix.subarray(12), headerBytes, ...body]), true)
  return [prefix, headerBytes, ...body]
}

/** @throws SnapshotRefused */
export function decodeSnapshot(bytes: Uint8Array): { data: IndexData; meta: Record<string, unknown> } {
  const file = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice()
  checkPrefix(file)
  const headerBytes = new DataView(file.buffer, file.byteOffset).getUint32(12, true)
  const bodyAt = PREFIX_BYTES + headerBytes
  try {
    const header = JSON.parse(new TextDecoder().decode(file.subarray(PREFIX_BYTES, bodyAt)).trimEnd()) as Header
    const segments = header.docCounts.map(({ docs, liveDocs }, s) => {
      const arrays = arraysOf(
        file,
        bodyAt,
        header.arrays.filter(({ segment }) => segment === s),
      )
      const columns: ColumnSegment = loadColumns(arrays, docs)
      const text = loadTextSegment(unprefixed('text.', arrays))
      const own = { liveDocs: arrays.liveDocs as Uint32Array, popularity: arrays.popularity as Float32Array }
      return { segment: { columns, text }, liveDocCount: liveDocs, ...own }
    })
    return { data: { segments, locale: header.locale }, meta: header.meta }
  } catch (cause) {
    throw new SnapshotRefused('snapshot with a broken header', { cause })
  }
}

function checkPrefix(file: Uint8Array): void {
  if (file.length < PREFIX_BYTES || file.length % 8 !== 0) throw new SnapshotRefused('snapshot cut short')
  const magic = new TextDecoder().decode(file.subarray(0, 7))
  if (magic !== MAGIC || file[7] !== FORMAT)
    throw new SnapshotRefused(`snapshot of another format (${magic} ${file[7]})`)
  const stored = new DataView(file.buffer, file.byteOffset).getUint32(8, true)
  if (stored !== checksum([file.subarray(12)])) throw new SnapshotRefused('snapshot with a wrong checksum')
}

const ARRAY_TYPES = {
  Uint8Array,
  Uint16Array,
  Uint32Array,
  Int32Array,
  Float32Array,
  Float64Array,
}

function arraysOf(file: Uint8Array, bodyAt: number, places: readonly ArrayPlace[]): Arrays {
  const arrays: Arrays = {}
  for (const { name, type, offset, bytes } of places) {
    const kind = ARRAY_TYPES[type as keyof typeof ARRAY_TYPES]
    arrays[name] = new kind(
      file.buffer as ArrayBuffer,
      file.byteOffset + bodyAt + offset,
      bytes / kind.BYTES_PER_ELEMENT,
    )
  }
  return arrays
}

/** Word by word, over pieces whose lengths are multiples of four. Catches torn and flipped bytes; not meant against malice. */
function checksum(pieces: readonly Uint8Array[]): number {
  let hash = 0x811c9dc5
  for (const piece of pieces) {
    const words = new Uint32Array(piece.buffer, piece.byteOffset, piece.byteLength >>> 2)
    for (let i = 0; i < words.length; i++) {
      hash = Math.imul(hash ^ words[i], 0x85ebca6b)
      hash = (hash << 13) | (hash >>> 19)
    }
  }
  return hash >>> 0
}

function padTo8(bytes: Uint8Array): Uint8Array {
  if (bytes.length % 8 === 0 && bytes.byteOffset % 4 === 0) return bytes
  const padded = new Uint8Array((bytes.length + 7) & ~7).fill(0x20, bytes.length)
  padded.set(bytes)
  return padded
}

function prefixed(prefix: string, arrays: Arrays): Arrays {
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [prefix + name, array]))
}

function unprefixed(prefix: string, arrays: Arrays): Arrays {
  const own = Object.entries(arrays).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(own.map(([name, array]) => [name.slice(prefix.length), array]))
}
