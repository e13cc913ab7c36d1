/**
 * Two signed bytes per number. Searches scan only `coarse`; both together have 15 bits.
 *
 *   value ≈ scale · (coarse + fine / 254)        scale = largest |value| / 127
 */
export interface QuantizedVector {
  scale: number
  coarse: Int8Array
  fine: Int8Array
}

const FINE_STEPS = 254

export function quantizeVector(vector: ArrayLike<number>, target: QuantizedVector): void {
  const peak = largest(vector)
  const scale = Math.fround(peak / 127)
  target.scale = scale
  const inverse = scale > 0 ? 1 / scale : 0
  for (let i = 0; i < vector.length; i++) {
    const exact = Math.max(-127, Math.min(127, vector[i] * inverse))
    const coarse = Math.round(exact)
    target.coarse[i] = coarse
    target.fine[i] = Math.round((exact - coarse) * FINE_STEPS)
  }
}

/** Returns scale (f32), coarse and fine bytes. `VectorStore.putEncoded` takes these bytes unchanged. */
export function encodeVector(vector: ArrayLike<number>): Uint8Array {
  const size = vector.length
  const bytes = new Uint8Array(4 + 2 * size)
  const parts = {
    scale: 0,
    coarse: new Int8Array(bytes.buffer, 4, size),
    fine: new Int8Array(bytes.buffer, 4 + size, size),
  }
  quantizeVector(vector, parts)
  new DataView(bytes.buffer).setFloat32(0, parts.scale, true)
  return bytes
}

export function decodeVector(bytes: Uint8Array): Float32Array {
  const size = (bytes.length - 4) / 2
  const scale = new DataView(bytes.buffer, bytes.byteOffset).getFloat32(0, true)
  const coarse = new Int8Array(bytes.buffer, bytes.byteOffset + 4, size)
  const fine = new Int8Array(bytes.buffer, bytes.byteOffset + 4 + size, size)
  return dequantizeVector({ scale, coarse, fine }, size)
}

export interface StoredBytes {
  coarse: Int8Array
  coarseAt: number
  fine: Int8Array
  fineAt: number
}

/** Returns Σ (coarse + fine/254)·q. Combines both bytes first, to save multiplications. */
export function preciseDot({ coarse, coarseAt, fine, fineAt }: StoredBytes, query: Float32Array): number {
  let sum = 0
  for (let i = 0; i < query.length; i++) sum += (FINE_STEPS * coarse[coarseAt + i] + fine[fineAt + i]) * query[i]
  return sum / FINE_STEPS
}

export function dequantizeVector(row: QuantizedVector, dimension: number): Float32Array {
  const out = new Float32Array(dimension)
  for (let i = 0; i < dimension; i++) out[i] = row.scale * (row.coarse[i] + row.fine[i] / FINE_STEPS)
  return out
}

/** Writes 16-bit numbers, as large as 32-bit sums of `width` products with bytes allow. Returns the scale. */
export function quantizeQuery(query: Float32Array, width: number, target: Int16Array): number {
  const limit = Math.min(32_767, Math.floor((2 ** 31 - 1) / (width * 127)))
  const peak = largest(query)
  const inverse = peak > 0 ? limit / peak : 0
  target.fill(0)
  for (let i = 0; i < query.length; i++) target[i] = Math.round(query[i] * inverse)
  return inverse > 0 ? 1 / inverse : 0
}

function largest(vector: ArrayLike<number>): number {
  let peak = 0
  for (let i = 0; i < vector.length; i++) peak = Math.max(peak, Math.abs(vector[i]))
  return peak
}
