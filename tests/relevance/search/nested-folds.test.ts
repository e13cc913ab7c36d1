import { describe, expect, it } from 'vitest'
import { nestedFolds } from './nested-folds.ts'

const constants = [{ name: 'share', values: [0, 1] }]

describe('nested folds', () => {
  it('score each query with constants that were chosen without its fold', () => {
    // Only the query of fold 1 likes 1: chosen without it, its own constant stays 0.
    const measure = ({ share }: Readonly<Record<string, number>>) => [[share === 1 ? 0 : 0.5, share === 1 ? 0.9 : 0.1]]
    const { scores, chosen } = nestedFolds({ constants, foldCount: 2, measure, foldOf: [[0, 1]] })
    expect(chosen).toEqual([{ share: 1 }, { share: 0 }])
    expect(scores).toEqual([[0, 0.1]])
  })

  it('count every set the same, however many queries it has', () => {
    const measure = ({ share }: Readonly<Record<string, number>>) => [
      Array.from({ length: 8 }, () => (share === 1 ? 0.5 : 0.4)),
      [share === 1 ? 0.1 : 0.5, share === 1 ? 0.1 : 0.5],
    ]
    const foldOf = [Array.from({ length: 8 }, (_, q) => q % 2), [0, 1]]
    expect(nestedFolds({ constants, foldCount: 2, measure, foldOf }).chosen).toEqual([{ share: 0 }, { share: 0 }])
  })

  it('try all settings of a small table: one constant may only pay together with another', () => {
    const two = [...constants, { name: 'words', values: [1, 2] }]
    const measure = ({ share, words }: Readonly<Record<string, number>>) => {
      const value = share === 1 ? (words === 2 ? 0.9 : 0.1) : 0.5
      return [[value, value]]
    }
    const { chosen, settingsTried } = nestedFolds({ constants: two, foldCount: 2, measure, foldOf: [[0, 1]] })
    expect(chosen).toEqual(Array(2).fill({ share: 1, words: 2 }))
    expect(settingsTried).toBe(4)
  })

  it('keep the first value where no other is better', () => {
    const measure = () => [[0.5, 0.5]]
    expect(nestedFolds({ constants, foldCount: 2, measure, foldOf: [[0, 1]] }).chosen).toEqual([
      { share: 0 },
      { share: 0 },
    ])
  })
})
