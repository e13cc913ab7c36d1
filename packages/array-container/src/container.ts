/**
 * Encodes named typed arrays with a description as bytes, the format of stored indexes and models. The files are only a
 * cache: one that is not exactly as written is refused, and its content is built again.
 *
 *   0   "VITRARR" and the container's format     8 bytes
 *   8   checksum of all that follows it          4
 *   12  length of the header                     4
 *   16  header: JSON, padded to 8                kind, version, about, and name, type, place and length of each array
 *   …   the arrays, each padded to 8
 */
export type TypedArray = Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array

export interface Container {
  /** Names what the arrays contain. */
  kind: string
  /** Increased when the meaning of the arrays changes, so that older containers are refused. */
  version: number
  /** Any JSON value. */
  about: unknown
  arrays: Readonly<Record<string, TypedArray>>
}

export class ContainerRefused extends Error {}

const MAGIC = 'VITRARR'
const FORMAT = 1
const PREFIX_BYTES = 16
const ARRAY_TYPES = { Float64Array, Float32Array, Int32Array, Uint32Array, Uint16Array, Uint8Array }

interface ArrayPlace {
  name: string
  type: keyof typeof ARRAY_TYPES
  offset: number
  bytes: number
}

interface Header extends Omit<Container, 'arrays'> {
  arrays: ArrayPlace[]
}

/** Returns the bytes in pieces, which share memory with the arrays. */
export function encodeContainer({ kind, version, about, arrays }: Container): Uint8Array[] {
  const places: ArrayPlace[] = []
  const body: Uint8Array[] = []
  let offset = 0
  for (const [name, array] of Object.entries(arrays)) {
    places.push({ name, type: array.constructor.name as ArrayPlace['type'], offset, bytes: array.byteLength })
    const padded = padTo8(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
    body.push(padded)
    offset += padded.length
  }
  const header: Header = { kind, version, about, arrays: places }
  const headerBytes = padTo8(new TextEncoder().encode(JSON.stringify(header).toWellFormed()))
  const prefix = new Uint8Array(PREFIX_BYTES)
  prefix.set(new TextEncoder().encode(MAGIC))
  prefix[7] = FORMAT
  const view = new DataView(prefix.buffer)
  view.setUint32(12, headerBytes.length, true)
  view.setUint32(8, checksum([prefix.subarray(12), headerBytes, ...body]), true)
  return [prefix, headerBytes, ...body]
}

/** A container that is read in parts, because messages between threads truncate an array's offset to 32 bits. */
export interface ContainerSource {
  length: number
  /** A part is larger only if a single array is. */
  maxPartBytes: number
  /** Called once for each part, in order. The result must begin at a multiple of 8 in its buffer. */
  read(from: number, to: number): Uint8Array
}

/** Checks and reads a container. The arrays share memory with `given` if it is aligned. @throws ContainerRefused */
export function decodeContainer(given: Uint8Array | ContainerSource): Container {
  const source = given instanceof Uint8Array ? sourceOf(given) : given
  if (source.length < PREFIX_BYTES || source.length % 8 !== 0) throw new ContainerRefused('container cut short')
  const prefix = source.read(0, PREFIX_BYTES)
  checkFormat(prefix)
  try {
    return readContainer(source, prefix)
  } catch (cause) {
    throw cause instanceof ContainerRefused ? cause : new ContainerRefused('container with a broken header', { cause })
  }
}

function sourceOf(bytes: Uint8Array): ContainerSource {
  const file = bytes.byteOffset % 8 === 0 ? bytes : Uint8Array.from(bytes)
  return { length: file.length, maxPartBytes: Number.POSITIVE_INFINITY, read: (from, to) => file.subarray(from, to) }
}

function checkFormat(prefix: Uint8Array): void {
  const magic = new TextDecoder().decode(prefix.subarray(0, 7))
  if (magic !== MAGIC || prefix[7] !== FORMAT)
    throw new ContainerRefused(`container of another format (${magic} ${prefix[7]})`)
}

function readContainer(source: ContainerSource, prefix: Uint8Array): Container {
  const view = new DataView(prefix.buffer, prefix.byteOffset)
  const bodyAt = PREFIX_BYTES + view.getUint32(12, true)
  if (bodyAt > source.length) throw new ContainerRefused('container cut short')
  const headerBytes = source.read(PREFIX_BYTES, bodyAt)
  const header = JSON.parse(new TextDecoder().decode(headerBytes).trimEnd()) as Header
  let hash = checksum([prefix.subarray(12), headerBytes])
  const arrays: Record<string, TypedArray> = {}
  for (const { from, to, places } of partsOf(header.arrays, source.length - bodyAt, source.maxPartBytes)) {
    const part = source.read(bodyAt + from, bodyAt + to)
    hash = checksum([part], hash)
    for (const place of places) arrays[place.name] = arrayAt(part, place.offset - from, place)
  }
  if (view.getUint32(8, true) !== hash) throw new ContainerRefused('container with a wrong checksum')
  const { kind, version, about } = header
  return { kind, version, about, arrays }
}

interface Part {
  from: number
  to: number
  places: ArrayPlace[]
}

/** Divides the body into parts without gaps. Each array lies in one of them. */
function* partsOf(places: readonly ArrayPlace[], length: number, maxBytes: number): Generator<Part> {
  let part: Part = { from: 0, to: 0, places: [] }
  for (const place of places) {
    const end = place.offset + Math.ceil(place.bytes / 8) * 8
    if (place.offset !== part.to || !(end <= length)) throw new ContainerRefused('container with a broken header')
    if (end - part.from > maxBytes && part.to > part.from) {
      yield part
      part = { from: part.to, to: part.to, places: [] }
    }
    part.places.push(place)
    part.to = end
  }
  yield { ...part, to: length }
}

function arrayAt(part: Uint8Array, at: number, { type, bytes }: ArrayPlace): TypedArray {
  const kind = ARRAY_TYPES[type]
  return new kind(part.buffer as ArrayBuffer, part.byteOffset + at, bytes / kind.BYTES_PER_ELEMENT)
}

/** Hashes words of four bytes, to detect incomplete or changed files. Does not protect against tampering. */
function checksum(pieces: readonly Uint8Array[], begun = 0x811c9dc5): number {
  let hash = begun
  for (const piece of pieces) {
    // Division, because `>> 2` would truncate a length of 2 GiB or more to 32 bits.
    const words = new Uint32Array(piece.buffer, piece.byteOffset, piece.byteLength / 4)
    for (let i = 0; i < words.length; i++) {
      hash = Math.imul(hash ^ words[i], 0x85ebca6b)
      hash = (hash << 13) | (hash >>> 19)
    }
  }
  return hash >>> 0
}

function padTo8(bytes: Uint8Array): Uint8Array {
  if (bytes.length % 8 === 0 && bytes.byteOffset % 4 === 0) return bytes
  const padded = new Uint8Array(Math.ceil(bytes.length / 8) * 8).fill(0x20, bytes.length)
  padded.set(bytes)
  return padded
}
