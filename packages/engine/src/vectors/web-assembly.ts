/** The part of the WebAssembly API used here. Its usual types come with the browser's, which this package does without. */
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
