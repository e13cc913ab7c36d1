/** A minimal WebAssembly assembler: code is nested lists of bytes. Opcodes are of the core specification, version 2. */
export type Code = readonly (number | Code)[]

export interface WasmFunction {
  name: string
  parameters: number
  /** Counts of the locals after the parameters, in this order. */
  locals: { i32: number; v128: number }
  body: Code
}

/** Assembles a module that imports `env.memory` and exports functions with i32 parameters and no result. */
export function assembleModule(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map((f) => [0x60, vector(Array(f.parameters).fill(I32)), 0])
  const memory = [name('env'), name('memory'), 0x02, 0x00, 1]
  const exports = functions.map((f, i) => [name(f.name), 0x00, unsigned(i)])
  const module = [
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, vector(types)),
    section(2, vector([memory])),
    section(3, vector(functions.map((_, i) => unsigned(i)))),
    section(7, vector(exports)),
    section(10, vector(functions.map(functionBody))),
  ]
  return Uint8Array.from(flatten(module))
}

export const get = (local: number): Code => [0x20, local]
export const set = (local: number): Code => [0x21, local]
export const i32 = (value: number): Code => [0x41, signed(value)]
export const addI32: Code = [0x6a]
export const lessUnsigned: Code = [0x49]
export const loadI32 = (offset: number): Code => [0x28, 2, unsigned(offset)]
export const loadF32 = (offset: number): Code => [0x2a, 2, unsigned(offset)]
export const storeF32 = (offset: number): Code => [0x38, 2, unsigned(offset)]
export const mulF32: Code = [0x94]
export const floatOfI32: Code = [0xb2]
export const loadVector = (offset: number): Code => [0xfd, 0x00, 4, unsigned(offset)]
export const zeroVector: Code = [0xfd, 0x0c, Array(16).fill(0)]
/** The lower and upper eight signed bytes of a vector as 16-bit numbers. */
export const widenLow: Code = [0xfd, unsigned(0x87)]
export const widenHigh: Code = [0xfd, unsigned(0x88)]
/** Products of eight 16-bit pairs, added in pairs: four 32-bit sums. */
export const dotPairs: Code = [0xfd, unsigned(0xba)]
export const addVectors: Code = [0xfd, unsigned(0xae)]
export const lane = (index: number): Code => [0xfd, 0x1b, index]

/** Repeats `body` while the condition that it leaves on the stack is true. */
export const loopWhile = (body: Code): Code => [0x03, 0x40, body, 0x0d, 0, 0x0b]
export const ifElse = (whenTrue: Code, whenFalse: Code): Code => [0x04, 0x40, whenTrue, 0x05, whenFalse, 0x0b]

const I32 = 0x7f
const V128 = 0x7b

function functionBody({ locals, body }: WasmFunction): Code {
  const declared = vector([
    [unsigned(locals.i32), I32],
    [unsigned(locals.v128), V128],
  ])
  const code = flatten([declared, body, 0x0b])
  return [unsigned(code.length), code]
}

function section(id: number, content: Code): Code {
  const bytes = flatten(content)
  return [id, unsigned(bytes.length), bytes]
}

function vector(items: readonly (number | Code)[]): Code {
  return [unsigned(items.length), items]
}

function name(text: string): Code {
  return vector([...text].map((character) => character.charCodeAt(0)))
}

function unsigned(value: number): Code {
  return value < 128 ? [value] : [(value & 127) | 128, unsigned(value >>> 7)]
}

function signed(value: number): Code {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, signed(value >> 7)]
}

function flatten(code: Code): number[] {
  return code.flatMap((part) => (typeof part === 'number' ? [part] : flatten(part)))
}

/** The part of the WebAssembly API used here; its usual types are in the browser library. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

interface WasmApi {
  Memory: new (limits: { initial: number }) => WasmMemory
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> }
}

export const webAssembly: WasmApi = (globalThis as unknown as { WebAssembly: WasmApi }).WebAssembly

export const WASM_PAGE_BYTES = 65_536
