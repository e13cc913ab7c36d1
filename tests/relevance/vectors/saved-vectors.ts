import { VectorStore } from '@vitrine/engine'

/** [ u32 header length | header as JSON | product ids f64 … | encoded vectors … ], one id per vector, little-endian. */
export function saveVectors(store: VectorStore): Uint8Array {
  const ids: number[] = []
  const rows: Uint8Array[] = []
  for (const id of store.productIds()) {
    for (const row of store.encoded(id)) {
      ids.push(id)
      rows.push(row)
    }
  }
  const header = new TextEncoder().encode(
    JSON.stringify({ format: 1, space: store.space, dimension: store.dimension, vectors: ids.length }),
  )
  const rowBytes = 4 + 2 * store.dimension
  const out = new Uint8Array(4 + header.length + ids.length * (8 + rowBytes))
  const view = new DataView(out.buffer)
  view.setUint32(0, header.length, true)
  out.set(header, 4)
  for (const [i, id] of ids.entries()) view.setFloat64(4 + header.length + 8 * i, id, true)
  for (const [i, row] of rows.entries()) out.set(row, 4 + header.length + 8 * ids.length + rowBytes * i)
  return out
}

/** Returns undefined if the bytes have another format or are truncated. */
export function loadVectors(bytes: Uint8Array): VectorStore | undefined {
  const header = readHeader(bytes)
  if (header === undefined) return undefined
  const { space, dimension, vectors, start } = header
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const rowBytes = 4 + 2 * dimension
  const store = new VectorStore(space, dimension)
  const firstRow = start + 8 * vectors
  for (let i = 0; i < vectors; ) {
    const id = view.getFloat64(start + 8 * i, true)
    const rows: Uint8Array[] = []
    for (; i < vectors && view.getFloat64(start + 8 * i, true) === id; i++) {
      rows.push(bytes.subarray(firstRow + rowBytes * i, firstRow + rowBytes * (i + 1)))
    }
    store.putEncoded(id, rows)
  }
  return store
}

function readHeader(bytes: Uint8Array) {
  if (bytes.length < 4) return undefined
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
  if (4 + length > bytes.length) return undefined
  let header: unknown
  try {
    header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)))
  } catch {
    return undefined
  }
  if (typeof header !== 'object' || header === null) return undefined
  const { format, space, dimension, vectors } = header as Record<string, unknown>
  if (format !== 1 || typeof space !== 'string' || typeof dimension !== 'number' || typeof vectors !== 'number')
    return undefined
  const start = 4 + length
  return bytes.length === start + vectors * (8 + 4 + 2 * dimension) ? { space, dimension, vectors, start } : undefined
}
