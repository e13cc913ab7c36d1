import { describe, expect, it } from 'vitest'
import { hashKey, isKeyText, newKeyText, sameHash } from './api-key.ts'

describe('API keys', () => {
  it('are vsk_ or vak_ and 32 base62 characters, never twice the same', () => {
    expect(newKeyText('storefront')).toMatch(/^vsk_[0-9A-Za-z]{32}$/)
    expect(newKeyText('admin')).toMatch(/^vak_[0-9A-Za-z]{32}$/)
    expect(new Set(Array.from({ length: 200 }, () => newKeyText('admin'))).size).toBe(200)
  })

  it('are recognized by prefix, length and alphabet', () => {
    expect(isKeyText('storefront', `vsk_demo${'0'.repeat(28)}`)).toBe(true)
    for (const text of ['', 'vsk_', `vak_${'0'.repeat(32)}`, `vsk_${'0'.repeat(31)}-`, `vsk_${'0'.repeat(33)}`]) {
      expect(isKeyText('storefront', text)).toBe(false)
    }
  })

  it('are compared by hash', () => {
    expect(sameHash(hashKey('a'), hashKey('a'))).toBe(true)
    expect(sameHash(hashKey('a'), hashKey('b'))).toBe(false)
    expect(sameHash(hashKey('a'), '')).toBe(false)
  })
})
