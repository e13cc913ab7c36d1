/**
 * Named typed arrays and a description of them, as bytes: the one form in which indexes and models are kept. The files are
 * only a cache: one that is not exactly as written is refused, and the reader builds its content anew.
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
  /** Raised when the meaning of the arrays changes: an older container is then refused. */
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

/** Returns the bytes in pieces, in order. The pieces share memory with the arrays. */
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

/**
 * Checks and reads a container. The arrays share memory with `bytes`, or with a copy if `bytes` does not begin at a multiple of
 * 8 in its buffer.
 *
 * @throws ContainerRefused
 */
export function decodeContainer(bytes: Uint8Array): Container {
  const file = bytes.byteOffset % 8 === 0 ? bytes : Uint8Array.from(bytes)
  checkPrefix(file)
  const bodyAt = PREFIX_BYTES + new DataView(file.buffer, file.byteOffset).getUint32(12, true)
  try {
    const header = JSON.parse(new TextDecoder().decode(file.subarray(PREFIX_BYTES, bodyAt)).trimEnd()) as Header
    const { kind, version, about } = header
    const arrays = Object.fromEntries(header.arrays.map((place) => [place.name, arrayAt(file, bodyAt, place)]))
    return { kind, version, about, arrays }
  } catch (cause) {
    throw new ContainerRefused('container with a broken header', { cause })
  }
}

function checkPrefix(file: Uint8Array): void {
  if (file.length < PREFIX_BYTES || file.length % 8 !== 0) throw new ContainerRefused('container cut short')
  const magic = new TextDecoder().decode(file.subarray(0, 7))
  if (magic !== MAGIC || file[7] !== FORMAT)
    throw new ContainerRefused(`container of another format (${magic} ${file[7]})`)
  const stored = new DataView(file.buffer, file.byteOffset).getUint32(8, true)
  if (stored !== checksum([file.subarray(12)])) throw new ContainerRefused('container with a wrong checksum')
}

function arrayAt(file: Uint8Array, bodyAt: number, { type, offset, bytes }: ArrayPlace): TypedArray {
  const kind = ARRAY_TYPES[type]
  const start = file.byteOffset + bodyAt + offset
  return new kind(file.buffer as ArrayBuffer, start, bytes / kind.BYTES_PER_ELEMENT)
}

/** Hashes word by word, over pieces whose lengths are multiples of four. Detects torn and flipped bytes; not meant to resist tampering. */
function checksum(pieces: readonly Uint8Array[]): number {
  let hash = 0x811c9dc5
  for (const piece of pieces) {
    // Divided by 4, because `>> 2` would cut a length of 2 GiB or more to 32 bits.
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
