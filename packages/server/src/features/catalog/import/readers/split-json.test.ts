import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type JsonElement, JsonSplitter } from './split-json.ts'

function split(text: string, { size = 1e9, maxBytes = 1e9 } = {}): JsonElement[] {
  const bytes = Buffer.from(text)
  const splitter = new JsonSplitter(maxBytes)
  const found: JsonElement[] = []
  for (let at = 0; at < bytes.length; at += size) found.push(...splitter.push(bytes.subarray(at, at + size)))
  return [...found, ...splitter.end()]
}
const read = (text: string, how = {}) =>
  split(text, how).map(({ bytes }) => (bytes === undefined ? undefined : JSON.parse(bytes.toString())))

const one = { id: 1, title: 'A "quoted" \\ {name}', tags: ['x', ['y']], nodes: [{ id: 9 }] }
const two = { id: 2, products: [{ id: 7 }] }

describe('the products of a JSON document', () => {
  it('X1: are the objects of the list, wherever the platform puts it', () => {
    const list = [one, two]
    for (const document of [
      list,
      { products: list },
      { shop: { id: 3 }, products: list, next: [{ id: 5 }] },
      { products: { nodes: list } },
      { products: { edges: list } },
      { data: { products: { nodes: list } } },
      { data: { products: { edges: list } } },
    ])
      expect(read(JSON.stringify(document))).toEqual(list)
  })

  it('X2: are not the objects of other lists', () => {
    expect(read(JSON.stringify([[one]]))).toEqual([])
    for (const document of [{ colors: [one] }, { data: { nodes: [one] } }, { products: { list: [one] } }])
      expect(read(JSON.stringify(document))).toEqual([document])
  })

  it('X3: a document without a list is one product, and documents may follow one another', () => {
    expect(read(JSON.stringify(one))).toEqual([one])
    expect(read(`${JSON.stringify({ products: [one] })}\n${JSON.stringify([two])}\n${JSON.stringify(one)}`)).toEqual([
      one,
      two,
      one,
    ])
  })

  it('X4: do not depend on how the bytes are cut', () => {
    const text = JSON.stringify({ data: { products: { nodes: [one, two] } } }, null, 2)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (size) => {
        expect(read(text, { size })).toEqual([one, two])
      }),
    )
  })

  it('X5: know the line they begin on', () => {
    expect(split('[\n{"id":1,\n"title":"a"},\n\n{"id":2}]').map(({ line }) => line)).toEqual([2, 5])
  })

  it('X6: are skipped if they exceed the limit, even by a byte, and the next is read', () => {
    const text = '[{"id":1},{"id":22},{"id":3}]'
    expect(read(text, { maxBytes: 8 })).toEqual([{ id: 1 }, undefined, { id: 3 }])
    expect(read(text, { maxBytes: 9 })).toEqual([{ id: 1 }, { id: 22 }, { id: 3 }])
    expect(read(text, { maxBytes: 8, size: 3 })).toEqual([{ id: 1 }, undefined, { id: 3 }])
  })

  it('X7: are marked as cut if the document ends inside them', () => {
    expect(split('[{"id":1},{"id":2').map(({ cut }) => cut)).toEqual([false, true])
    expect(split('[{"id":1}]').map(({ cut }) => cut)).toEqual([false])
    expect(split('[').length).toBe(0)
  })

  it('X8: are found only by complete keys, not by texts or parts of keys', () => {
    expect(read('{"x":"products","y":[{"id":1}]}')).toEqual([{ x: 'products', y: [{ id: 1 }] }])
    expect(read('{"a":{"products":1},"b":[{"id":1}]}')).toEqual([{ a: { products: 1 }, b: [{ id: 1 }] }])
    expect(read(JSON.stringify({ [`${'n'.repeat(192)}products`]: [one] }))).toHaveLength(1)
  })

  it('X9: are found after thousands of nested brackets', () => {
    expect(read(`${'['.repeat(3000)}${']'.repeat(3000)}[{"id":1}]`)).toEqual([{ id: 1 }])
  })
})
