import { dequantizeVector, preciseDot, type QuantizedVector, quantizeQuery, quantizeVector } from './quantize.ts'
import { createScanKernel, ROW_TAIL_BYTES, ROWS_AT_ONCE, type ScanKernel, WIDTH_STEP } from './scan-kernel.ts'
import { WASM_PAGE_BYTES, type WasmMemory, webAssembly } from './wasm-assembler.ts'

/** A block's scores must stay in the cache until they are read. */
export const BLOCK_ROWS = 4096

/**
 * Quantized vectors in numbered slots, and their scores against a query. Addresses of slots never change.
 *
 *   wasm memory: [ query | list | scores ][ rows 0 ][ rows 1 ] …     coarse bytes, grows block by block
 *   fine:        [ block 0 ][ block 1 ] …                             the second byte of each number
 */
export class VectorRows {
  readonly dimension: number
  readonly #width: number
  readonly #rowBytes: number
  readonly #memory: WasmMemory
  readonly #kernel: ScanKernel
  readonly #fine: Int8Array[] = []
  readonly #query = 0
  readonly #list: number
  readonly #scores: number
  readonly #head: number
  readonly #blockBytes: number
  #bytes = new Int8Array()
  #scales = new Float32Array()
  #queryScale = 0
  #queryExact: Float32Array = new Float32Array()

  constructor(dimension: number) {
    this.dimension = dimension
    this.#width = roundUp(dimension, WIDTH_STEP)
    this.#rowBytes = this.#width + ROW_TAIL_BYTES
    this.#list = 2 * this.#width
    this.#scores = this.#list + 4 * BLOCK_ROWS
    this.#head = this.#scores + 4 * BLOCK_ROWS
    this.#blockBytes = BLOCK_ROWS * this.#rowBytes
    this.#memory = new webAssembly.Memory({ initial: Math.ceil(this.#head / WASM_PAGE_BYTES) })
    this.#kernel = createScanKernel(this.#memory)
    this.#refreshViews()
  }

  get bytes(): number {
    return this.#memory.buffer.byteLength + this.#fine.length * BLOCK_ROWS * this.dimension
  }

  write(slot: number, vector: ArrayLike<number>): void {
    this.#reserve(slot)
    const row = this.#row(slot)
    quantizeVector(vector, row)
    this.#setScale(slot, row.scale)
  }

  read(slot: number): Float32Array {
    return dequantizeVector(this.#row(slot), this.dimension)
  }

  /** Returns scale, coarse and fine bytes, for `writeBytes`. */
  readBytes(slot: number): Uint8Array {
    const { scale, coarse, fine } = this.#row(slot)
    const out = new Uint8Array(4 + 2 * this.dimension)
    new DataView(out.buffer).setFloat32(0, scale, true)
    out.set(bytesOf(coarse), 4)
    out.set(bytesOf(fine), 4 + this.dimension)
    return out
  }

  writeBytes(slot: number, bytes: Uint8Array): void {
    this.#reserve(slot)
    const row = this.#row(slot)
    bytesOf(row.coarse).set(bytes.subarray(4, 4 + this.dimension))
    bytesOf(row.fine).set(bytes.subarray(4 + this.dimension, 4 + 2 * this.dimension))
    this.#setScale(slot, new DataView(bytes.buffer, bytes.byteOffset).getFloat32(0, true))
  }

  setQuery(query: Float32Array): void {
    this.#queryExact = query
    this.#queryScale = quantizeQuery(query, this.#width, new Int16Array(this.#memory.buffer, this.#query, this.#width))
  }

  /** Returns coarse similarities in units of `scoreUnit`, which the next scan overwrites. */
  scanSlots(slots: Uint32Array, count: number): Float32Array {
    const padded = roundUp(count, ROWS_AT_ONCE)
    const list = new Uint32Array(this.#memory.buffer, this.#list, padded)
    for (let i = 0; i < count; i++) list[i] = this.#address(slots[i])
    // Rows are read in groups, so the list is padded with any row.
    list.fill(list[0], count)
    this.#kernel.scanList(this.#list, this.#width, this.#query, this.#scores, 4 * (padded / ROWS_AT_ONCE))
    return new Float32Array(this.#memory.buffer, this.#scores, count)
  }

  get scoreUnit(): number {
    return this.#queryScale
  }

  /** Uses the full stored precision. */
  preciseScore(slot: number): number {
    const coarseAt = this.#address(slot)
    const stored = {
      coarse: this.#bytes,
      coarseAt,
      fine: this.#fine[slot >>> 12],
      fineAt: (slot & 4095) * this.dimension,
    }
    return this.#scales[(coarseAt + this.#width) >>> 2] * preciseDot(stored, this.#queryExact)
  }

  /** Growing the memory detaches its views. */
  #refreshViews(): void {
    this.#bytes = new Int8Array(this.#memory.buffer)
    this.#scales = new Float32Array(this.#memory.buffer)
  }

  #row(slot: number): QuantizedVector {
    const address = this.#address(slot)
    return {
      scale: new Float32Array(this.#memory.buffer, address + this.#width, 1)[0],
      coarse: new Int8Array(this.#memory.buffer, address, this.dimension),
      fine: this.#fine[slot >>> 12].subarray((slot & 4095) * this.dimension, ((slot & 4095) + 1) * this.dimension),
    }
  }

  #setScale(slot: number, scale: number): void {
    new Float32Array(this.#memory.buffer, this.#address(slot) + this.#width, 1)[0] = scale
  }

  #address(slot: number): number {
    return this.#head + (slot >>> 12) * this.#blockBytes + (slot & 4095) * this.#rowBytes
  }

  #reserve(slot: number): void {
    while (slot >>> 12 >= this.#fine.length) {
      const needed = this.#head + (this.#fine.length + 1) * this.#blockBytes - this.#memory.buffer.byteLength
      if (needed > 0) {
        this.#memory.grow(Math.ceil(needed / WASM_PAGE_BYTES))
        this.#refreshViews()
      }
      this.#fine.push(new Int8Array(BLOCK_ROWS * this.dimension))
    }
  }
}

function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step
}

function bytesOf(array: Int8Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.length)
}
