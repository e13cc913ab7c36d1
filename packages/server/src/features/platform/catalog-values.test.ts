import { describe, expect, it } from 'vitest'
import {
  isAbsent,
  isRecord,
  readIdText,
  readList,
  readMoney,
  readNumericId,
  readText,
  readTime,
  readWhole,
  readWords,
  slug,
} from './catalog-values.ts'

describe('values as shops send them', () => {
  it('C1: a record is an object, and neither null nor a list', () => {
    expect([{}, { a: 1 }, null, [], 'a', undefined].map(isRecord)).toEqual([true, true, false, false, false, false])
  })

  it('C2: a value is absent if it is undefined, null or empty, but not if it is 0 or false', () => {
    expect([undefined, null, '', 0, false, ' '].map(isAbsent)).toEqual([true, true, true, false, false, false])
  })

  it('C3: a numeric id is read only from an id that is a number', () => {
    expect([7, '7', 'gid://shopify/InventoryItem/7', 'x', '0042', 0, null].map(readNumericId)).toEqual([
      7,
      7,
      7,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('C4: a text id is read from the number first, then from the handle', () => {
    expect([7, '7', 'gid://shopify/Publication/7', { id: 7 }, { handle: 7 }].map(readIdText)).toEqual(
      Array(5).fill('7'),
    )
    expect(readIdText({ id: 7, handle: 'winter' })).toBe('7')
    expect(readIdText({ id: 'x', handle: 'winter' })).toBe('winter')
    expect([readIdText({ id: 'x' }), readIdText(' b2b ')]).toEqual(['x', 'b2b'])
    expect([readIdText(' '), readIdText({}), readIdText(null), readIdText(true)]).toEqual(Array(4).fill(undefined))
  })

  it('C5: text may be a number or a boolean', () => {
    expect(['a', '', 5, true].map(readText)).toEqual(['a', '', '5', 'true'])
    expect([null, undefined, {}, []].map(readText)).toEqual(Array(4).fill(undefined))
  })

  it('C6: money is a decimal number of at least 0', () => {
    expect([1, 0, '1', '1.', ' 12.50 ', '.5', { amount: '3.1' }, { amount: 2 }].map(readMoney)).toEqual([
      1, 0, 1, 1, 12.5, 0.5, 3.1, 2,
    ])
    const none = ['1,299.00', '-1', -0.01, '.', '', 'x', Number.NaN, Number.POSITIVE_INFINITY, null, {}, true]
    for (const value of none) expect([value, readMoney(value)]).toEqual([value, undefined])
  })

  it('C7: a quantity is a whole number, which may be negative', () => {
    expect([3, -3, '3', ' -3 ', '4.00', 0].map(readWhole)).toEqual([3, -3, 3, -3, 4, 0])
    expect([1.5, '1.5', 'x', '', 2 ** 53, null, true].map(readWhole)).toEqual(Array(7).fill(undefined))
  })

  it('C8: a time without an offset is UTC, in every time zone of the machine', () => {
    const times = {
      '2026-01-02': '2026-01-02T00:00:00.000Z',
      '2026-01-02T03:04': '2026-01-02T03:04:00.000Z',
      '2026-01-02 03:04:05': '2026-01-02T03:04:05.000Z',
      '2026-01-02 03:04:05 UTC': '2026-01-02T03:04:05.000Z',
      ' 2026-01-02T03:04:05.678Z ': '2026-01-02T03:04:05.678Z',
      '2026-01-02T03:04:05-05:00': '2026-01-02T08:04:05.000Z',
      '2026-01-02T03:04:05+0130': '2026-01-02T01:34:05.000Z',
    }
    for (const [given, read] of Object.entries(times)) expect([given, readTime(given)]).toEqual([given, read])
    for (const given of ['2026-13-02', 'yesterday', '2026-1-2', 5, null, '']) expect(readTime(given)).toBeUndefined()
  })

  it('C9: words are a list or separated by commas, without duplicates', () => {
    expect(readWords(' a, b ,,a')).toEqual(['a', 'b'])
    expect(readWords(['a ', 5, null, '', 'a'])).toEqual(['a', '5'])
    expect([readWords(undefined), readWords({}), readWords(5)]).toEqual([[], [], []])
  })

  it('C10: a list is plain, or in nodes or edges', () => {
    expect(readList([1, 2])).toEqual([1, 2])
    expect(readList({ nodes: [1] })).toEqual([1])
    expect(readList({ edges: [{ node: 1 }, 2] })).toEqual([1, 2])
    expect(readList({ nodes: [1], edges: [{ node: 2 }] })).toEqual([1])
    expect([readList({}), readList(null), readList('ab')]).toEqual([[], [], []])
  })

  it('C11: a slug is at most 255 letters and digits with dashes in between', () => {
    expect([slug(' Écharpe d’hiver! '), slug('日本 2'), slug('--')]).toEqual(['echarpe-d-hiver', '日本-2', ''])
    expect(slug('x'.repeat(300))).toHaveLength(255)
  })
})
