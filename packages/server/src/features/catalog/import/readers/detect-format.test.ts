import { describe, expect, it } from 'vitest'
import { detectFormat } from './detect-format.ts'

const format = (text: string) => {
  const detected = detectFormat(Buffer.from(text))
  return detected.kind === 'format' ? detected.format : detected.reason
}

describe('the format of a source', () => {
  it('D1: is detected from its first character', () => {
    expect(['', ' \n', '\uFEFF', '\uFEFF[1]', ' [', 'Handle,Title'].map((text) => format(text))).toEqual([
      'empty',
      'empty',
      'empty',
      'json-document',
      'json-document',
      'csv',
    ])
  })

  it('D2: is JSON lines if the first line is an object, a document if the object goes on or opens a list', () => {
    expect(format('{"id":1}\n{"id":2}')).toBe('json-lines')
    expect(format('{"id":1}')).toBe('json-lines')
    expect(format('{\n "id": 1 }')).toBe('json-document')
    expect(format('{"id": 1,\n"b": 2}')).toBe('json-document')
    expect(format('{"products": [\n{}]}')).toBe('json-document')
    expect(format('{"products": [{"id":1}]}\n{"products": []}')).toBe('json-lines')
    expect(format('{"id": broken}\n{"id":2}')).toBe('json-lines')
    expect(format('{"data": x}\n')).toBe('json-document')
    expect(format('{"products": [{"id": 1},\n')).toBe('json-document')
    expect(format('{"id": 1, "tags": [\n"a"]}')).toBe('json-document')
  })

  it('D3: is a document if a first line without an end opens the list of products', () => {
    expect(format('{"products": [{"id":1}, ')).toBe('json-document')
    expect(format('{ "data" : {"products"')).toBe('json-document')
    expect(format('{"id": 1, "title": "x')).toBe('json-lines')
  })

  it('D3b: is decided by the first line, even if it is the whole source', () => {
    expect(format('{\n "id": 1')).toBe('json-document')
    expect(format('{"id": 1}\n{"id"')).toBe('json-lines')
    expect(format('{"products": []}')).toBe('json-document')
    expect(format('{"data": {"products": {"totalItems": 0, "items": []}}}\n')).toBe('json-document')
  })

  it('D4: is refused if it is not text', () => {
    const bytes = (...list: number[]) => detectFormat(Buffer.from(list))
    expect(bytes(65, 0, 66)).toMatchObject({
      reason: expect.stringMatching(/not a text file: .* 41 00 42; expected CSV/),
    })
    expect(format('<!doctype HTML><title> Log in </title>')).toMatch(/web page \("Log in"\)/)
    expect(format('<?xml version="1.0"?><rss/>')).toBe('xml')
  })
})
