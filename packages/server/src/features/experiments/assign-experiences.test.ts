import { completeConfig, type ExperienceConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { assignExperiences, presentExperience } from './assign-experiences.ts'

const experience = (variants: Record<string, number>, rest: object = {}) =>
  ({
    id: 1,
    name: 'E',
    variants: Object.entries(variants).map(([key, weight]) => ({ key, weight })),
    ...rest,
  }) as ExperienceConfig
const assign = (one: ExperienceConfig, visitor: string, qs?: string) =>
  assignExperiences(completeConfig({ experiences: [one] }), visitor, qs)[0]?.variant.key
const visitors = Array.from({ length: 2000 }, (_, i) => `visitor-${i}`)
const shareOf = (one: ExperienceConfig, key: string) =>
  visitors.filter((visitor) => assign(one, visitor) === key).length / visitors.length

describe('the variant of a visitor', () => {
  it('R1: is always the same; variants get visitors in proportion to their weights', () => {
    const two = experience({ a: 1, b: 3 })
    expect(assign(two, 'x')).toBe(assign(two, 'x'))
    expect(shareOf(two, 'b')).toBeCloseTo(0.75, 1)
    expect(shareOf(experience({ a: 1, b: 1 }), 'a')).toBeCloseTo(0.5, 1)
  })

  it('R2: changes only for visitors of a variant that is switched off', () => {
    const [three, two] = [experience({ a: 1, b: 1, c: 1 }), experience({ a: 1, b: 0, c: 1 })]
    for (const visitor of visitors.slice(0, 300)) {
      const before = assign(three, visitor)
      if (before === 'b') expect(assign(two, visitor)).not.toBe('b')
      else expect(assign(two, visitor)).toBe(before)
    }
  })

  it('R3: is forced by the query string, even if the experience is paused', () => {
    const paused = experience({ a: 1, b: 1 }, { status: 'paused' })
    expect(assign(paused, 'x')).toBeUndefined()
    expect(assign(paused, 'x', 'exp_1=b')).toBe('b')
    expect(assign(experience({ a: 1, b: 0 }), 'x', 'exp_1=b')).toBe('b')
    expect(assign(experience({ a: 1, b: 0 }), 'x', 'exp_1=zzz')).toBe('a')
    expect(assign(experience({ a: 0 }), 'x')).toBeUndefined()
  })

  it('R4: is returned with the query string that forces it', () => {
    const [assigned] = assignExperiences(completeConfig({ experiences: [experience({ a: 1 })] }), 'x', null)
    expect(assigned && presentExperience(assigned)).toEqual({ id: 1, name: 'E', variant: 'a', qs: 'exp_1=a' })
  })
})
