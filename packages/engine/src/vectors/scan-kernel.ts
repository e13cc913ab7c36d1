import * as wasm from './wasm-assembler.ts'
import { type WasmMemory, webAssembly } from './web-assembly.ts'

/**
 * Scores of many 8-bit rows against one query, 16 numbers an instruction.
 *
 *   row:    [ width signed bytes | f32 scale | 12 unused ]      width: a multiple of 32
 *   query:  [ width 16-bit numbers ]
 *   score:  scale · Σ row[i] · query[i]
 *
 * Every address is a multiple of 16, so that no load crosses a cache line.
 */
export interface ScanKernel {
  /** Scores of `count` rows lying one after the other. A row whose bit is not set is not read; its score is −Infinity. */
  scanRows(rows: number, width: number, query: number, bits: number, scores: number, count: number): void
  /** Scores of the rows at the `count` addresses listed (32-bit). */
  scanList(list: number, width: number, query: number, scores: number, count: number): void
}

export const ROW_TAIL_BYTES = 16
/** Rows are padded with zeros to a multiple of this; one turn of the inner loop. */
export const WIDTH_STEP = 32

export function createScanKernel(memory: WasmMemory): ScanKernel {
  compiled ??= new webAssembly.Module(wasm.assembleModule([scanRows, scanList]))
  return new webAssembly.Instance(compiled, { env: { memory } }).exports as unknown as ScanKernel
}

let compiled: object | undefined

const { get, set } = wasm
const STEP = [wasm.i32(WIDTH_STEP), wasm.addI32]
const increment = (local: number, by: number): wasm.Code => [get(local), wasm.i32(by), wasm.addI32, set(local)]

/** Leaves the score of the row at local `row` on the stack. `row` ends up at the row's scale. */
function score(row: number, width: number, query: number, spare: { at: number; end: number; sum: number }): wasm.Code {
  const { at, end, sum } = spare
  const accumulate = (target: number, source: wasm.Code, widen: wasm.Code, queryOffset: number): wasm.Code => [
    [get(row), source, widen, get(at), wasm.loadVector(queryOffset), wasm.dotPairs],
    [get(target), wasm.addVectors, set(target)],
  ]
  return [
    [
      wasm.zeroVector,
      set(sum),
      wasm.zeroVector,
      set(sum + 1),
      wasm.zeroVector,
      set(sum + 2),
      wasm.zeroVector,
      set(sum + 3),
    ],
    [get(query), set(at), get(row), get(width), wasm.addI32, set(end)],
    wasm.loopWhile([
      accumulate(sum, wasm.loadVector(0), wasm.widenLow, 0),
      accumulate(sum + 1, wasm.loadVector(0), wasm.widenHigh, 16),
      accumulate(sum + 2, wasm.loadVector(16), wasm.widenLow, 32),
      accumulate(sum + 3, wasm.loadVector(16), wasm.widenHigh, 48),
      [get(at), wasm.i32(2 * WIDTH_STEP), wasm.addI32, set(at)],
      [get(row), STEP, set(row), get(row), get(end), wasm.lessUnsigned],
    ]),
    [get(sum), get(sum + 1), wasm.addVectors, get(sum + 2), get(sum + 3), wasm.addVectors, wasm.addVectors, set(sum)],
    [0, 1, 2, 3].map((index) => [get(sum), wasm.lane(index), index === 0 ? [] : wasm.addI32]),
    [wasm.floatOfI32, get(row), wasm.loadF32, wasm.mulF32],
  ]
}

const scanRows: wasm.WasmFunction = (() => {
  const [rows, width, query, bits, scores, count] = [0, 1, 2, 3, 4, 5]
  const [i, row, at, end, sum] = [6, 7, 8, 9, 10]
  const allowed = [
    [get(bits), get(i), wasm.i32(3), wasm.shiftRight, wasm.addI32, wasm.loadByte],
    [get(i), wasm.i32(7), wasm.andI32, wasm.shiftRight, wasm.i32(1), wasm.andI32],
  ]
  const body = wasm.loopWhile([
    allowed,
    wasm.ifElse(
      [get(rows), set(row), get(scores), score(row, width, query, { at, end, sum }), wasm.storeF32],
      [get(scores), wasm.f32(Number.NEGATIVE_INFINITY), wasm.storeF32],
    ),
    [get(rows), get(width), wasm.addI32, wasm.i32(ROW_TAIL_BYTES), wasm.addI32, set(rows)],
    increment(scores, 4),
    increment(i, 1),
    [get(i), get(count), wasm.lessUnsigned],
  ])
  return { name: 'scanRows', parameters: 6, locals: { i32: 4, v128: 4 }, body: guarded(count, body) }
})()

const scanList: wasm.WasmFunction = (() => {
  const [list, width, query, scores, count] = [0, 1, 2, 3, 4]
  const [row, at, end, sum] = [5, 6, 7, 8]
  const body = [
    [get(list), get(count), wasm.i32(2), wasm.shiftLeft, wasm.addI32, set(count)],
    wasm.loopWhile([
      [get(list), wasm.loadI32, set(row)],
      [get(scores), score(row, width, query, { at, end, sum }), wasm.storeF32],
      increment(list, 4),
      increment(scores, 4),
      [get(list), get(count), wasm.lessUnsigned],
    ]),
  ]
  return { name: 'scanList', parameters: 5, locals: { i32: 3, v128: 4 }, body: guarded(count, body) }
})()

/** A loop runs its body once before it asks; an empty scan must not. */
function guarded(count: number, body: wasm.Code): wasm.Code {
  return [get(count), wasm.ifElse(body, [])]
}
