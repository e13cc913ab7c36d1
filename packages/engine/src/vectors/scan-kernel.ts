import * as wasm from './wasm-assembler.ts'
import { type WasmMemory, webAssembly } from './wasm-assembler.ts'

/**
 * Scores many 8-bit rows against one query, 16 numbers per instruction.
 *
 *   row:    [ width signed bytes | f32 scale | 12 unused ]      width: a multiple of 32
 *   query:  [ width 16-bit numbers ]
 *   score:  scale · Σ row[i] · query[i]
 *
 * Processes four rows at once, one from each quarter of the list: the query is read once for all four, and memory
 * delivers four streams. Addresses are multiples of 16, so that no load crosses a cache line.
 */
export interface ScanKernel {
  /** Scores the rows at the listed addresses (32-bit), in four quarters of `quarterBytes`. */
  scanList(list: number, width: number, query: number, scores: number, quarterBytes: number): void
}

export const ROW_TAIL_BYTES = 16
/** Rows are padded with zeros to a multiple of this, which one iteration of the inner loop reads. */
export const WIDTH_STEP = 32
/** Rows processed at once: as many as keep all sums in registers. */
export const ROWS_AT_ONCE = 4

export function createScanKernel(memory: WasmMemory): ScanKernel {
  return new webAssembly.Instance(COMPILED, { env: { memory } }).exports as unknown as ScanKernel
}

const { get, set } = wasm
const increment = (local: number, by: number): wasm.Code => [get(local), wasm.i32(by), wasm.addI32, set(local)]
const LANES = Array.from({ length: ROWS_AT_ONCE }, (_, lane) => lane)

interface Locals {
  query: number
  width: number
  at: number
  end: number
  /** Each is the first of `ROWS_AT_ONCE` locals. */
  row: number
  sum: number
  /** Locals for 16 numbers of a row (`bytes`) and for the two halves of the query. */
  low: number
  high: number
  bytes: number
}

/** Computes the sums of the rows at the locals `row`, which then point to the scales of the rows. */
function sums({ query, width, at, end, row, sum, low, high, bytes }: Locals): wasm.Code {
  const sixteen = (offset: number): wasm.Code => [
    [get(at), wasm.loadVector(2 * offset), set(low), get(at), wasm.loadVector(2 * offset + 16), set(high)],
    LANES.map((lane) => [
      [get(row + lane), wasm.loadVector(offset), set(bytes)],
      [get(bytes), wasm.widenLow, get(low), wasm.dotPairs],
      [get(bytes), wasm.widenHigh, get(high), wasm.dotPairs, wasm.addVectors],
      [get(sum + lane), wasm.addVectors, set(sum + lane)],
    ]),
  ]
  return [
    LANES.map((lane) => [wasm.zeroVector, set(sum + lane)]),
    [get(query), set(at), get(row), get(width), wasm.addI32, set(end)],
    wasm.loopWhile([
      sixteen(0),
      sixteen(16),
      increment(at, 2 * WIDTH_STEP),
      LANES.map((lane) => increment(row + lane, WIDTH_STEP)),
      [get(row), get(end), wasm.lessUnsigned],
    ]),
  ]
}

function score(row: number, sum: number): wasm.Code {
  return [
    [0, 1, 2, 3].map((index) => [get(sum), wasm.lane(index), index === 0 ? [] : wasm.addI32]),
    [wasm.floatOfI32, get(row), wasm.loadF32(0), wasm.mulF32],
  ]
}

const scanList: wasm.WasmFunction = (() => {
  const [list, width, query, scores, quarterBytes] = [0, 1, 2, 3, 4]
  const [at, end, last, row] = [5, 6, 7, 8]
  const sum = row + ROWS_AT_ONCE
  const low = sum + ROWS_AT_ONCE
  const locals = { query, width, at, end, row, sum, low, high: low + 1, bytes: low + 2 }
  const step = (local: number): wasm.Code => [get(local), get(quarterBytes), wasm.addI32, set(local)]
  const body = [
    [get(list), get(quarterBytes), wasm.addI32, set(last)],
    wasm.loopWhile([
      [get(list), set(at)],
      LANES.map((lane) => [get(at), wasm.loadI32(0), set(row + lane), step(at)]),
      sums(locals),
      [get(scores), set(at)],
      LANES.map((lane) => [get(at), score(row + lane, sum + lane), wasm.storeF32(0), step(at)]),
      increment(list, 4),
      increment(scores, 4),
      [get(list), get(last), wasm.lessUnsigned],
    ]),
  ]
  const guarded = [get(quarterBytes), wasm.ifElse(body, [])]
  return {
    name: 'scanList',
    parameters: 5,
    locals: { i32: 3 + ROWS_AT_ONCE, v128: ROWS_AT_ONCE + 3 },
    // A loop runs once before it checks its condition, which must not happen for an empty scan.
    body: guarded,
  }
})()

const COMPILED = new webAssembly.Module(wasm.assembleModule([scanList]))
