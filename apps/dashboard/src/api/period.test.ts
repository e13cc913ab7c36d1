import { describe, expect, it } from 'vitest'
import { everyDay, periods, todayIn } from './period.ts'

describe('a period', () => {
  it('ends today, and the previous one ends the day before it begins', () => {
    expect(periods('2026-03-10', 7)).toEqual({
      now: { from: '2026-03-04', to: '2026-03-10' },
      before: { from: '2026-02-25', to: '2026-03-03' },
    })
  })

  it("has its days in the shop's time zone", () => {
    const justAfterMidnight = Date.parse('2026-03-10T00:30:00Z')
    expect(todayIn('America/New_York', justAfterMidnight)).toBe('2026-03-09')
    expect(todayIn('Europe/Berlin', justAfterMidnight)).toBe('2026-03-10')
  })

  it('includes days on which nothing happened', () => {
    const days = everyDay({ from: '2026-02-27', to: '2026-03-02' }, [{ date: '2026-03-01', views: 3 }])
    expect(days.map(({ date, day }) => [date, day?.views ?? 0])).toEqual([
      ['2026-02-27', 0],
      ['2026-02-28', 0],
      ['2026-03-01', 3],
      ['2026-03-02', 0],
    ])
  })
})
