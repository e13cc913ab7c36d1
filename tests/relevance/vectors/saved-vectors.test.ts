import { describe, expect, it } from 'vitest'
import { loadVectors, saveVectors } from './saved-vectors.ts'
import { VectorStore } from '@vitrine/engine'

function someStore(): VectorStore {
  const store = new VectorStore('space-1', 2)
  store.put(7, [Float32Array.of(1, 0), Float32Array.of(0, 1)])
  store.put(3, [Float32Array.of(0.6, 0.8)])
  return store
}

const query = { vector: Float32Array.of(0.8, 0.6), k: 5 }

describe('saved vectors', () => {
  it('load as the same store, including several vectors of one product', () => {
    const loaded = loadVectors(saveVectors(someStore()))
    expect(loaded?.search(query)).toEqual(someStore().search(query))
    expect(loaded?.size).toBe(2)
  })

  it('cannot be loaded if any byte is missing or added', () => {
    const bytes = saveVectors(someStore())
    for (let length = 0; length < bytes.length; length++) expect(loadVectors(bytes.subarray(0, length))).toBeUndefined()
    expect(loadVectors(Uint8Array.of(...bytes, 0))).toBeUndefined()
    expect(loadVectors(bytes)).toBeDefined()
  })

  it('cannot be loaded if the header has another format or lacks a field', () => {
    const withHeader = (header: unknown) => {
      const text = new TextEncoder().encode(JSON.stringify(header))
      const bytes = new Uint8Array(4 + text.length)
      new DataView(bytes.buffer).setUint32(0, text.length, true)
      bytes.set(text, 4)
      return loadVectors(bytes)
    }
    const header = { format: 1, space: 's', dimension: 2, vectors: 0 }
    expect(withHeader(header)).toBeDefined()
    expect(withHeader({ ...header, format: 2 })).toBeUndefined()
    expect(withHeader({ ...header, space: 5 })).toBeUndefined()
    expect(withHeader({ ...header, dimension: '2' })).toBeUndefined()
    expect(withHeader({ ...header, vectors: null })).toBeUndefined()
    expect(withHeader(null)).toBeUndefined()
    expect(withHeader(3)).toBeUndefined()
  })
})
