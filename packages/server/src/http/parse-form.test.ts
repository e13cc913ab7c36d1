import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BodyUnreadable } from './errors.ts'
import { MAX_HEADER_BYTES, MAX_PARTS, parseForm } from './parse-form.ts'

const TYPE = 'multipart/form-data; boundary=x'
const part = (headers: string, value: string) => `--x\r\n${headers}\r\n\r\n${value}\r\n`
const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value)
const parse = (text: string, type = TYPE) => parseForm(Buffer.from(text), type)

describe('parseForm', () => {
  it('reads a form from Node like Node itself', async () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 20 })
    const parts = fc.array(fc.record({ name: texts, value: texts, isFile: fc.boolean() }), { maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(parts, async (given) => {
        const form = new FormData()
        for (const { name, value, isFile } of given)
          isFile ? form.append(name, new Blob([value]), 'a "file".png') : form.append(name, value)
        const sent = new Response(form)
        const type = sent.headers.get('content-type') as string
        const bytes = Buffer.from(await sent.arrayBuffer())
        const known = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
        const expected = [...known].map(async ([name, value]) => ({
          name,
          isFile: typeof value !== 'string',
          value: typeof value === 'string' ? value : await value.text(),
        }))
        const read = parseForm(bytes, type).map((one) => ({ ...one, value: one.value.toString() }))
        expect(read).toEqual(await Promise.all(expected))
      }),
      { numRuns: 100 },
    )
  })

  it.each([
    ['a backslash', '\\', '\\', false],
    ['two of them', 'a\\\\b', 'a\\\\b', false],
    ['what looks like a file name', 'a; filename=b', 'a; filename=b', false],
    ['an escaped quote', 'a%22b%0d%0A', 'a"b\r\n', false],
    ['a file name behind it', 'a"; FileName="b', 'a', true],
    ['a file name in another charset', 'a"; filename*="utf-8\'\'b', 'a', true],
  ])('reads a name with %s as browsers write it', (_, written, name, isFile) => {
    expect(parse(`${field(written, 'v')}--x--`)).toEqual([{ name, isFile, value: Buffer.from('v') }])
  })

  it('returns slices of the body, not copies', () => {
    const bytes = Buffer.from(`${field('a', 'value')}--x--`)
    expect(parseForm(bytes, TYPE)[0]?.value.buffer).toBe(bytes.buffer)
  })

  it('accepts a quoted boundary, headers in any case, and text like a boundary within a value', () => {
    const text = `${part('content-DISPOSITION: Form-Data; name=a', '--x\r\n--y')}--x--\r\n`
    expect(parse(text, 'multipart/form-data; charset=utf-8; Boundary="x"')).toEqual([
      { name: 'a', isFile: false, value: Buffer.from('--x\r\n--y') },
    ])
  })

  it('decides by the type whether a part without a file name is a file or a field', () => {
    const typed = (type: string) =>
      `${part(`Content-Disposition: form-data; name=a\r\nContent-Type: ${type}`, 'v')}--x--`
    expect(
      ['image/png', 'application/octet-stream', 'text/plain'].map((type) => parse(typed(type))[0]?.isFile),
    ).toEqual([true, true, false])
  })

  it('ignores text before the first boundary', () => {
    const value = Buffer.from('b')
    expect(parse(`a preamble\r\nof two lines\r\n${field('a', 'b')}--x--`)).toEqual([
      { name: 'a', isFile: false, value },
    ])
  })

  it('stops at the first part beyond the maximum', () => {
    const many = (count: number) => `${field('a', '').repeat(count)}--x--`
    expect(parse(many(MAX_PARTS))).toHaveLength(MAX_PARTS)
    // The bytes after that part are never read.
    expect(() => parse(`${field('a', '').repeat(MAX_PARTS + 1)}nothing`)).toThrow(`more than ${MAX_PARTS} parts`)
  })

  it('limits the size of the headers of a part', () => {
    const padded = (bytes: number) =>
      `${part(`x: ${'y'.repeat(bytes)}\r\nContent-Disposition: form-data; name=a`, '')}--x--`
    expect(parse(padded(MAX_HEADER_BYTES - 100))).toHaveLength(1)
    expect(() => parse(padded(MAX_HEADER_BYTES))).toThrow(BodyUnreadable)
  })

  it.each([
    ['no boundary', `${field('a', 'b')}--x--`, 'multipart/form-data'],
    ['a boundary that is too long', `${field('a', 'b')}--x--`, `multipart/form-data; boundary=${'x'.repeat(71)}`],
    ['another boundary', `${field('a', 'b')}--x--`, 'multipart/form-data; boundary=y'],
    ['no end', field('a', 'b'), TYPE],
    ['an end within headers', '--x\r\nContent-Disposition: form-da', TYPE],
    ['a part without a name', `${part('Content-Disposition: form-data', 'b')}--x--`, TYPE],
    ['a name behind what is no parameter', `${part('Content-Disposition: form-data; "; name=a"', 'b')}--x--`, TYPE],
    ['a part that is no form data', `${part('Content-Disposition: attachment; name="a"', 'b')}--x--`, TYPE],
    ['a header that is none', `${part('\u0000: y\r\nContent-Disposition: form-data; name="a"', 'b')}--x--`, TYPE],
    ['something behind a boundary', '--xy\r\n\r\n--x--', TYPE],
    ['nothing', '', TYPE],
  ])('refuses %s', (_, text, type) => {
    expect(() => parse(text, type)).toThrow(BodyUnreadable)
  })
})
