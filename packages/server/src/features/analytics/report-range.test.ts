import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { UTC_DAYS } from '../../ports/derived-store/shop-days.ts'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { type ReportDeps, readReportCall } from './report-range.ts'

const NOW = Date.parse('2026-03-10T23:30:00Z')
const day = (text: string) => UTC_DAYS.dayOf(Date.parse(`${text}T00:00:00Z`))
const versions = [{ at: '2026-03-10T12:00:00.000Z' }, { at: '2026-03-09T12:00:00.000Z' }]
const deps = { records: { listVersions: async () => versions } } as unknown as ReportDeps

function read(query: Record<string, string> = {}, timezone = 'UTC') {
  const shop = { id: 'a.example', config: completeConfig({ shop: { timezone } }) } as unknown as Shop
  return readReportCall(deps, shop, { query, nowMs: NOW })
}
const range = (query: Record<string, string>, timezone?: string) => {
  const { fromDay, toDay } = read(query, timezone)
  return [fromDay, toDay]
}

describe('the parameters of a report', () => {
  it('D1: default to thirty days up to today in the shop’s time zone', () => {
    expect(range({})).toEqual([day('2026-02-09'), day('2026-03-10')])
    expect(range({}, 'Asia/Tokyo')).toEqual([day('2026-02-10'), day('2026-03-11')])
  })

  it('D2: take from and to as days; without to, the range ends today, and without from, it has thirty days', () => {
    expect(range({ from: '2026-03-01', to: '2026-03-02' })).toEqual([day('2026-03-01'), day('2026-03-02')])
    expect(range({ from: '2026-03-01' })).toEqual([day('2026-03-01'), day('2026-03-10')])
    expect(range({ to: '2026-03-01' })).toEqual([day('2026-01-31'), day('2026-03-01')])
    expect(range({ from: '2026-03-02', to: '2026-03-02' })).toEqual([day('2026-03-02'), day('2026-03-02')])
  })

  it('D3: are refused if the range ends before it begins or a day is invalid', () => {
    expect(() => read({ from: '2026-03-03', to: '2026-03-02' })).toThrow('less than or equal')
    expect(() => read({ from: 'yesterday' })).toThrow('must be a day')
    expect(() => read({ to: '2026-02-31x' })).toThrow('must be a day')
  })

  it('D4: default to a hundred rows of the whole range, by landing page, without a comparison', () => {
    expect(read()).toMatchObject({ limit: 100, perDay: false, scope: 'landing', compare: false })
    expect(read({ limit: '5', by: 'day', scope: 'page', compare: 'previous' })).toMatchObject({
      limit: 5,
      perDay: true,
      scope: 'page',
      compare: true,
    })
    expect(read({ by: 'week', scope: 'other', compare: 'next' })).toMatchObject({
      perDay: false,
      scope: 'landing',
      compare: false,
    })
  })

  it('D5: versions since a moment are those published after it', async () => {
    const since = (at: string) => read().versionsSince(Date.parse(at))
    expect(await since('2026-03-09T12:00:00.000Z')).toEqual(versions.slice(0, 1))
    expect(await since('2026-03-09T11:59:59.999Z')).toEqual(versions)
  })
})
