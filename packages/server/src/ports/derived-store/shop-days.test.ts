import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shopDays } from './shop-days.ts'

const DAY_MS = 86_400_000
const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)
const dateIn = (zone: string, at: string) => dateOf(shopDays(zone).dayOf(Date.parse(at)))
const startIn = (zone: string, date: string) =>
  new Date(shopDays(zone).startOf(Date.parse(`${date}T00:00:00Z`) / DAY_MS)).toISOString()

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Africa/Casablanca',
]

describe('shopDays', () => {
  it('changes the day at midnight in the zone', () => {
    expect(dateIn('Europe/Berlin', '2026-01-31T22:59:59.999Z')).toBe('2026-01-31')
    expect(dateIn('Europe/Berlin', '2026-01-31T23:00:00.000Z')).toBe('2026-02-01')
    expect(dateIn('America/New_York', '2026-02-01T04:59:59.999Z')).toBe('2026-01-31')
    expect(dateIn('America/New_York', '2026-02-01T05:00:00.000Z')).toBe('2026-02-01')
    expect(dateIn('Asia/Kolkata', '2026-01-31T18:30:00.000Z')).toBe('2026-02-01')
    expect(dateIn('Pacific/Kiritimati', '2026-01-31T10:00:00.000Z')).toBe('2026-02-01')
  })

  it('supports days of 23 and 25 hours', () => {
    expect(startIn('Europe/Berlin', '2026-03-29')).toBe('2026-03-28T23:00:00.000Z')
    expect(startIn('Europe/Berlin', '2026-03-30')).toBe('2026-03-29T22:00:00.000Z')
    expect(startIn('Europe/Berlin', '2026-10-25')).toBe('2026-10-24T22:00:00.000Z')
    expect(startIn('Europe/Berlin', '2026-10-26')).toBe('2026-10-25T23:00:00.000Z')
    expect(startIn('Australia/Lord_Howe', '2026-04-06')).toBe('2026-04-05T13:30:00.000Z')
  })

  it('supports a day that begins at one o’clock, and a date that a zone skipped', () => {
    expect(startIn('America/Sao_Paulo', '2018-11-04')).toBe('2018-11-04T03:00:00.000Z')
    expect(dateIn('Pacific/Apia', '2011-12-30T09:59:59.999Z')).toBe('2011-12-29')
    expect(dateIn('Pacific/Apia', '2011-12-30T10:00:00.000Z')).toBe('2011-12-31')
    expect(startIn('Pacific/Apia', '2011-12-30')).toBe('2011-12-30T10:00:00.000Z')
  })

  it('agrees with the calendar of the zone at any time', () => {
    const any = fc.record({
      zone: fc.constantFrom(...ZONES),
      atMs: fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2040, 0) }),
    })
    fc.assert(
      fc.property(any, ({ zone, atMs }) => {
        const days = shopDays(zone)
        const day = days.dayOf(atMs)
        expect(dateOf(day)).toBe(new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(atMs))
        expect(days.startOf(day)).toBeLessThanOrEqual(atMs)
        expect(days.startOf(day + 1)).toBeGreaterThan(atMs)
      }),
      { numRuns: 2000 },
    )
  })

  it('uses UTC if the system does not know the zone', () => {
    expect(dateIn('Mars/Olympus', '2026-01-31T23:59:59.999Z')).toBe('2026-01-31')
  })
})
