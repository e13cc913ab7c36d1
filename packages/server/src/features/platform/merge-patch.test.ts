import { describe, expect, it } from 'vitest'
import { mergePatch } from './merge-patch.ts'

describe('a patch', () => {
  it('G4: merges objects, replaces other values, removes nulls, and changes neither argument', () => {
    const target = { a: { b: 1, c: [1, 2] }, d: 1 }
    const patch = { a: { b: null, c: [3], e: { f: 1, g: null } }, d: { h: 1 } }
    expect(mergePatch(target, patch)).toEqual({ a: { c: [3], e: { f: 1 } }, d: { h: 1 } })
    expect(target).toEqual({ a: { b: 1, c: [1, 2] }, d: 1 })
    expect([mergePatch([1], { a: 1 }), mergePatch({ a: 1 }, [2]), mergePatch(1, null)]).toEqual([{ a: 1 }, [2], null])
  })
})
