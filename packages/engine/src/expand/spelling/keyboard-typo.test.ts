import { describe, expect, it } from 'vitest'
import { isLikelySlip } from './keyboard-typo.ts'

describe('a likely slip', () => {
  it.each([
    ['swapped neighbours', 'chiar', 'chair'],
    ['the key to the right', 'sofs', 'sofa'],
    ['the key above', 'tsble', 'table'],
    ['the key below', 'lxmp', 'lsmp'],
  ])('is %s', (_, typed, meant) => expect(isLikelySlip(typed, meant)).toBe(true))

  it.each([
    ['a key far away', 'sofp', 'sofa'],
    ['two rows away', 'qable', 'zable'],
    ['the key above on the other side', 'syfa', 'sjfa'],
    ['another word', 'lamp', 'damp'],
  ])('is not %s', (_, typed, meant) => expect(isLikelySlip(typed, meant)).toBe(false))
})
