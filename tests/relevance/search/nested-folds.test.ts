import { describe, expect, it } from 'vitest'
import { nestedFolds, type Setting } from './nested-folds.ts'

const share = { name: 'share', values: [0, 1] }
const groups = [[share]]

describe('nested folds', () => {
  it('score each query with constants that were chosen without its fold', () => {
    // Only the query of fold 1 likes 1: chosen without it, its own constant stays 0.
    const measure = (setting: Setting) => [[setting.share === 1 ? 0 : 0.5, setting.share === 1 ? 0.9 : 0.1]]
    const { scores, chosen } = nestedFolds({ groups, foldCount: 2, measure, repeats: [[[0, 1]]] })
    expect(chosen).toEqual([{ share: 1 }, { share: 0 }])
    expect(scores).toEqual([[0, 0.1]])
  })

  it('also choose on all queries, which is what the folds are held against', () => {
    // Only the query of fold 1 likes 1, and less than the other likes 0.
    const measure = (setting: Setting) => [[setting.share === 1 ? 0 : 0.5, setting.share === 1 ? 0.4 : 0.1]]
    const { tuned } = nestedFolds({ groups, foldCount: 2, measure, repeats: [[[0, 1]]] })
    expect(tuned).toEqual({ setting: { share: 0 }, scores: [[0.5, 0.1]] })
  })

  it('give the mean of all repeats, each with its own folds and choices', () => {
    const byQuery = [
      [0.5, 0.1, 0.3],
      [0, 0.9, 0.2],
    ]
    const measure = (setting: Setting) => [byQuery[setting.share!]!]
    const lastWithSecond = [[0, 1, 1]]
    const lastWithFirst = [[0, 1, 0]]
    const { scores, chosen } = nestedFolds({ groups, foldCount: 2, measure, repeats: [lastWithSecond, lastWithFirst] })
    expect(chosen).toEqual([{ share: 1 }, { share: 0 }, { share: 1 }, { share: 0 }])
    expect(scores[0]).toEqual([0, 0.1, expect.closeTo((0.3 + 0.2) / 2)])
  })

  it('count every set the same, however many queries it has', () => {
    const measure = (setting: Setting) => [
      Array.from({ length: 8 }, () => (setting.share === 1 ? 0.5 : 0.4)),
      [setting.share === 1 ? 0.1 : 0.5, setting.share === 1 ? 0.1 : 0.5],
    ]
    const foldOf = [Array.from({ length: 8 }, (_, q) => q % 2), [0, 1]]
    expect(nestedFolds({ groups, foldCount: 2, measure, repeats: [foldOf] }).chosen).toEqual([
      { share: 0 },
      { share: 0 },
    ])
  })

  const words = { name: 'words', values: [1, 2] }
  const paysTogether = (setting: Setting) => {
    const value = setting.share === 1 ? (setting.words === 2 ? 0.9 : 0.1) : 0.5
    return [[value, value]]
  }

  it('try all settings of a group: one constant may only pay together with another', () => {
    const input = { foldCount: 2, measure: paysTogether, repeats: [[[0, 1]]] }
    const { chosen, settingsTried } = nestedFolds({ ...input, groups: [[share, words]] })
    expect(chosen).toEqual(Array(2).fill({ share: 1, words: 2 }))
    expect(settingsTried).toBe(4)
    expect(nestedFolds({ ...input, groups: [[share], [words]] }).chosen[0]).toMatchObject({ share: 0 })
  })

  it('go through the groups again until nothing changes', () => {
    // "share" pays once "words" is 2, which comes after it.
    const measure = (setting: Setting) => {
      const value = (setting.words === 2 ? 0.5 : 0.1) + (setting.share === setting.words! - 1 ? 0.1 : 0)
      return [[value, value]]
    }
    const { chosen } = nestedFolds({ groups: [[share], [words]], foldCount: 2, measure, repeats: [[[0, 1]]] })
    expect(chosen[0]).toEqual({ share: 1, words: 2 })
  })

  it('keep the first value where no other is better', () => {
    const measure = () => [[0.5, 0.5]]
    expect(nestedFolds({ groups, foldCount: 2, measure, repeats: [[[0, 1]]] }).chosen).toEqual([
      { share: 0 },
      { share: 0 },
    ])
  })
})
