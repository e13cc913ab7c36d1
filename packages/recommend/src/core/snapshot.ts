/**
 * A model at rest: a few numbers and named typed arrays. `encodeSnapshot` lays them out as one block of bytes:
 *
 *   [magic u32][header bytes u32][header JSON, padded to 8][array 0, padded to 8][array 1] …
 *
 * Loading copies, so a snapshot never shares memory with a live model.
 */
export type TypedArray = Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array

export interface Snapshot {
  kind: string
  /** Raised when the layout changes: an old snapshot is then refused and the model is refitted from the log. */
  version: number
  numbers: Record<string, number>
  arrays: Record<string, TypedArray>
}

const MAGIC = 0x564d4f44
const CONSTRUCTORS = {
  Float64Array,
  Float32Array,
  Int32Array,
  Uint32Array,
  Uint16Array,
  Uint8Array,
}

interface ArrayEntry {
  name: string
  type: keyof typeof CONSTRUCTORS
  length: number
}

export function encodeSnapshot(snapshot: Snapshot): Uint8Array {
  const entries = Object.entries(snapshot.arrays)
  const header = {
    kind: snapshot.kind,
    version: snapshot.version,
    numbers: snapshot.numbers,
    arrays: [] as ArrayEntry[],
  }
  for (const [name, array] of entries)
    header.arrays.push({ name, type: array.constructor.name as ArrayEntry['type'], length: array.length })
  const json = new TextEncoder().encode(JSON.stringify(header))
  const bodyStart = align(8 + json.length)
  const total = entries.reduce((size, [, array]) => size + align(array.byteLength), bodyStart)
  const bytes = new Uint8Array(total)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, MAGIC, true)
  view.setUint32(4, json.length, true)
  bytes.set(json, 8)
  let at = bodyStart
  for (const [, array] of entries) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at)
    at += align(array.byteLength)
  }
  return bytes
}

/** undefined when the bytes are not a snapshot or were cut short. */
export function decodeSnapshot(bytes: Uint8Array): Snapshot | undefined {
  if (bytes.byteLength < 8) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headerLength = view.getUint32(4, true)
  if (view.getUint32(0, true) !== MAGIC || 8 + headerLength > bytes.byteLength) return undefined
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + headerLength)))
  const arrays: Record<string, TypedArray> = {}
  let at = align(8 + headerLength)
  for (const { name, type, length } of header.arrays as ArrayEntry[]) {
    const build = CONSTRUCTORS[type]
    const byteLength = length * build.BYTES_PER_ELEMENT
    if (at + byteLength > bytes.byteLength) return undefined
    // Of the buffer itself: `slice` of Node's Buffer, which a store may hand over, would not copy.
    const from = bytes.byteOffset + at
    arrays[name] = new build(bytes.buffer.slice(from, from + byteLength) as ArrayBuffer)
    at += align(byteLength)
  }
  return { kind: header.kind, version: header.version, numbers: header.numbers, arrays }
}

/** Several snapshots in one block: each as a length (u32, padded to 8) and its bytes. */
export function packSnapshots(snapshots: readonly Snapshot[]): Uint8Array {
  const parts = snapshots.map(encodeSnapshot)
  const bytes = new Uint8Array(parts.reduce((size, part) => size + 8 + part.length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const part of parts) {
    view.setUint32(at, part.length, true)
    bytes.set(part, at + 8)
    at += 8 + part.length
  }
  return bytes
}

/** undefined when any of them cannot be read. */
export function unpackSnapshots(bytes: Uint8Array): Snapshot[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const snapshots: Snapshot[] = []
  for (let at = 0; at + 8 <= bytes.byteLength; ) {
    const length = view.getUint32(at, true)
    const snapshot = decodeSnapshot(bytes.subarray(at + 8, at + 8 + length))
    if (!snapshot) return undefined
    snapshots.push(snapshot)
    at += 8 + length
  }
  return snapshots
}

export function expectKind(snapshot: Snapshot, kind: string, version: number): void {
  if (snapshot.kind !== kind || snapshot.version !== version)
    throw new Error(`snapshot is ${snapshot.kind} v${snapshot.version}, wanted ${kind} v${version}`)
}

function align(size: number): number {
  return (size + 7) & ~7
}
