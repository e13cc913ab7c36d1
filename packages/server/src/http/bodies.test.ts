import { describe, expect, it } from 'vitest'
import { parseJson } from './bodies.ts'
import { BodyUnreadable } from './errors.ts'

const parsed = (text: string) => parseJson(Buffer.from(text)) as Record<string, unknown>

describe('parseJson', () => {
  it.each([
    '{"__proto__":{"role":"owner"},"a":1}',
    '{"\\u005f_proto__":{"role":"owner"},"a":1}',
    '{"__pro\\u0074o__":{"role":"owner"},"a":1}',
    '{"\\u005F\\u005f\\u0070\\u0072\\u006F\\u0074\\u006f\\u005F\\u005f":{"role":"owner"},"a":1}',
  ])('removes `__proto__`, however it is written: %s', (text) => {
    const body = parsed(text)
    expect(Object.keys(body)).toEqual(['a'])
    // Assigning to the key `__proto__` of a copy would set its prototype.
    const copy: Record<string, unknown> = {}
    for (const key of Object.keys(body)) copy[key] = body[key]
    expect(copy.role).toBeUndefined()
  })

  it('removes `__proto__` at any depth, and decodes other escapes', () => {
    expect(parsed('{"list":[{"\\u005f_proto__":1,"b":"\\u005f\\u0041"}]}')).toEqual({ list: [{ b: '_A' }] })
    expect(Object.keys(parsed('{"__PROTO__":1}'))).toEqual(['__PROTO__'])
  })

  it('reads an absent body as an empty object, and refuses invalid JSON', () => {
    expect(parsed('')).toEqual({})
    expect(() => parsed('{')).toThrow(BodyUnreadable)
  })
})
