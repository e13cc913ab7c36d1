import { describe, expect, it } from 'vitest'
import { newId } from './new-id.ts'

describe('newId', () => {
  it('returns distinct UUIDv7s that contain the time', () => {
    const nowMs = Date.parse('2026-03-01T12:00:00.123Z')
    const ids = Array.from({ length: 20_000 }, () => newId(nowMs))
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(nowMs)
    }
  })

  it('increases with the clock', () => {
    expect(newId(2) > newId(1)).toBe(true)
    const before = Date.now()
    expect(Number.parseInt(newId().replaceAll('-', '').slice(0, 12), 16)).toBeGreaterThanOrEqual(before)
  })
})
