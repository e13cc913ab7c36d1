import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { AlertMeasures, type MeasureDeps } from './measure-alerts.ts'

const MINUTE_MS = 60_000
const shop = { id: 's', config: completeConfig({}) } as unknown as Shop

const NOTHING: MeasureDeps['store'] = {
  searchesByDay: async () => [],
  outcomes: async () => [],
  visits: async () => [],
  rollups: async () => [],
}

function measures(given: Partial<MeasureDeps>) {
  return new AlertMeasures({
    store: { ...NOTHING },
    imports: { list: () => [] },
    progress: async () => [],
    brokenGolden: async () => undefined,
    clock: () => 0,
    ...given,
  })
}

const measured = async (of: AlertMeasures, kind: string) => (await of.of(shop)).find((one) => one.kind === kind)?.value

describe('the conditions of alerts', () => {
  it('have no value if there is too little data', async () => {
    const readings = await measures({}).of(shop)
    expect(readings.map(({ kind, value }) => [kind, value])).toEqual([
      ['zero_result_share', null],
      ['error_share', null],
      ['conversion_drop', null],
      ['import_failed', null],
      ['golden_queries', null],
      ['embedding_stalled', null],
    ])
  })

  it('measure how far conversion fell below that of the preceding week', async () => {
    const visits: MeasureDeps['store']['visits'] = async (_shop, { fromDay }) => [
      { segment: 'desktop', steps: 1, sessions: 950 },
      { segment: 'desktop', steps: 1 | 64, sessions: fromDay === -1 ? 25 : 50 },
    ]
    const store = { ...NOTHING, visits }
    expect(await measured(measures({ store }), 'conversion_drop')).toBeCloseTo(1 - 25 / 975 / (50 / 1000), 3)
  })

  it('measure searches without result and refused events, if there are enough', async () => {
    const row = (searches: number, zeroResults: number) => ({
      day: 0,
      searches,
      zeroResults,
      clicked: 0,
      clicks: 0,
      approximate: 0,
    })
    const of = (searches: number, count: number) =>
      measures({
        store: {
          searchesByDay: async () => [row(searches, searches / 2)],
          outcomes: async () => [
            { day: 0, outcome: 'refused: event.id', count },
            { day: 0, outcome: 'accepted', count: 3 * count },
          ],
          visits: async () => [],
          rollups: async () => [],
        },
      })
    expect(await measured(of(50, 20), 'zero_result_share')).toBe(0.5)
    expect(await measured(of(48, 20), 'zero_result_share')).toBeNull()
    expect(await measured(of(50, 20), 'error_share')).toBe(0.25)
    expect(await measured(of(50, 12), 'error_share')).toBeNull()
  })

  it('ask for yesterday and today, conversion also for the seven days before', async () => {
    const asked: [string, number, number][] = []
    const note =
      (name: string) =>
      async (_shop: string, from: number | { fromDay: number; toDay: number }, to = 0) => {
        asked.push(typeof from === 'number' ? [name, from, to] : [name, from.fromDay, from.toDay])
        return []
      }
    const store = { searchesByDay: note('searches'), outcomes: note('outcomes'), visits: note('visits') }
    await measures({ store: store as never, clock: () => 100 * 86_400_000 }).of(shop)
    expect(asked.sort()).toEqual([
      ['outcomes', 99, 100],
      ['searches', 99, 100],
      ['visits', 92, 98],
      ['visits', 99, 100],
    ])
  })

  it('need 200 visits in both periods, an order in the earlier one, and a significant fall of conversion', async () => {
    const drop = (now: [number, number], before: [number, number]) => {
      const visits: MeasureDeps['store']['visits'] = async (_shop, { fromDay }) => {
        const [all, buying] = fromDay === -1 ? now : before
        return [
          { segment: 'desktop', steps: 1, sessions: all - buying },
          { segment: 'desktop', steps: 1 | 64, sessions: buying },
        ]
      }
      return measured(measures({ store: { ...NOTHING, visits } }), 'conversion_drop') // biome-ignore format: one line reads better
    }
    expect(await drop([2000, 50], [2000, 100])).toBe(0.5)
    // Five instead of ten orders may be chance.
    expect(await drop([200, 5], [200, 10])).toBe(0)
    expect(await drop([200, 0], [200, 10])).toBe(1)
    expect(await drop([199, 5], [200, 10])).toBeNull()
    expect(await drop([200, 5], [199, 10])).toBeNull()
    expect(await drop([200, 5], [200, 0])).toBeNull()
  })

  it('say in words what was measured', async () => {
    const store: MeasureDeps['store'] = {
      ...NOTHING,
      searchesByDay: async () => [{ day: 0, searches: 300, zeroResults: 100, clicked: 0, clicks: 0, approximate: 0 }],
      outcomes: async () => [
        { day: 0, outcome: 'refused: x', count: 1 },
        { day: 0, outcome: 'accepted', count: 79 },
      ],
      visits: async () => [
        { segment: 'desktop', steps: 1, sessions: 975 },
        { segment: 'desktop', steps: 1 | 64, sessions: 25 },
      ],
    }
    const imports = { list: () => [{ state: 'failed', file: 'a.csv', error: null }] as never }
    const readings = await measures({ store, imports }).of(shop)
    expect(readings.map(({ message }) => message).slice(0, 4)).toEqual([
      '33.3 % of 300 searches found nothing',
      '1.3 % of 80 events were refused',
      '2.5 % of visits ordered, 2.5 % in the week before',
      'the import of a.csv failed: no product could be read',
    ])
    expect(readings[0]).toMatchObject({ value: 0.3333, threshold: 0.3 })
  })

  it('consider only the latest import', async () => {
    const job = (state: string) => ({ state, file: 'a.csv', error: 'it is not a table' })
    const list = (...jobs: object[]) => ({ list: () => jobs as never })
    expect(await measured(measures({ imports: list(job('failed'), job('done')) }), 'import_failed')).toBe(1)
    expect(await measured(measures({ imports: list(job('done'), job('failed')) }), 'import_failed')).toBe(0)
  })

  it('count minutes without a new vector while some are missing', async () => {
    let nowMs = 0
    let state = { space: 'a', done: 5, complete: false }
    const of = measures({ clock: () => nowMs, progress: async () => [state] })
    expect(await measured(of, 'embedding_stalled')).toBe(0)
    nowMs = 90 * MINUTE_MS
    expect(await measured(of, 'embedding_stalled')).toBe(90)
    state = { ...state, done: 6 }
    expect(await measured(of, 'embedding_stalled')).toBe(0)
    nowMs += 90 * MINUTE_MS
    state = { ...state, complete: true }
    expect(await measured(of, 'embedding_stalled')).toBe(0)
  })

  it('are broken golden queries that the shop has configured, and none before the first check', async () => {
    const golden_queries = ['sofa', 'lamp'].map((query) => ({ query, shows: 'nothing' as const }))
    const expecting = { ...shop, config: completeConfig({ search: { golden_queries } }) }
    const broken = ['sofa', 'lamp', 'no longer expected']
    const [reading] = (await measures({ brokenGolden: async () => broken }).of(expecting)).filter(
      ({ kind }) => kind === 'golden_queries',
    )
    expect(reading).toMatchObject({ value: 2, threshold: 0, message: expect.stringMatching(/“sofa”, “lamp”$/) })
    expect(await measured(measures({ brokenGolden: async () => broken }), 'golden_queries')).toBe(0)
    expect(await measured(measures({ brokenGolden: async () => [] }), 'golden_queries')).toBe(0)
  })

  it('are not measured if they are turned off', async () => {
    const off = { ...shop, config: { ...shop.config, alerts: { error_share: false as const, import_failed: false } } }
    const kinds = (await measures({}).of(off)).map(({ kind }) => kind)
    expect(kinds).toEqual(['zero_result_share', 'conversion_drop', 'golden_queries', 'embedding_stalled'])
  })
})
