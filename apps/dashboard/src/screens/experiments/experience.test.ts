import { describe, expect, it } from 'vitest'
import { draftVariant, givenToAll, isTestable, newExperience, winnerPatch } from './experience.ts'

const patch = { search: { rules: [{ id: 'a', when: { query: 'lamp' }, hide: [1] }] } }

describe('an experiment with a draft', () => {
  it('can test changes to search and sections, and no others', () => {
    expect(isTestable(patch)).toBe(true)
    expect(isTestable({})).toBe(false)
    expect(isTestable({ ...patch, sections: [] })).toBe(true)
    expect(isTestable({ ...patch, filters: [] })).toBe(false)
    expect(isTestable({ sections: null })).toBe(false)
  })

  it('applies the tested draft to the whole shop if it wins', () => {
    const experience = newExperience([{ id: 4, name: 'x', variants: [] }], draftVariant(patch, 7))
    expect(experience.id).toBe(5)
    const [control, tested] = experience.variants
    expect(tested?.patch?.base_version).toBe(7)
    expect(winnerPatch(tested!)).toEqual(patch)
    const both = { ...patch, sections: [] }
    expect(winnerPatch(draftVariant(both, undefined))).toEqual(both)
    expect(winnerPatch(control!)).toBeUndefined()
  })

  it('gives all traffic to the variant whose models won', () => {
    const models = { key: 'new', weight: 1, recommend: { diversity: 0 } }
    const all = givenToAll(newExperience([], models), models)
    expect(all.variants.map(({ key, weight }) => [key, weight])).toEqual([
      ['control', 0],
      ['new', 1],
    ])
  })
})
