/** Reports on visitors and how far they got (devices, funnels, filters), and on the outcome of the events themselves. */
import { deviceOf } from '../../ports/derived-store/segments.ts'
import { funnelFigures, visitFigures } from './figures.ts'
import { readVisits } from './read-figures.ts'
import { dateOfDay, type ReportCall, ratio, readNumbers } from './report-call.ts'

export async function audienceReport(call: ReportCall): Promise<object> {
  const share = async (dimension: string) => {
    const rows = await readNumbers({ ...call, key: undefined, perDay: false }, dimension)
    const total = rows.reduce((sum, row) => sum + row.get('events'), 0)
    const ranked = rows.sort((a, b) => b.get('events') - a.get('events') || (a.key < b.key ? -1 : 1))
    return ranked
      .slice(0, call.limit)
      .map((row) => ({ key: row.key, events: row.get('events'), share: ratio(row.get('events'), total) }))
  }
  const [devices, browsers, operatingSystems, channels] = await Promise.all(
    ['device', 'browser', 'os', 'channel'].map(share),
  )
  return { devices, browsers, operating_systems: operatingSystems, channels }
}

/** With `key`, counts only visits that began on that path (`scope=landing`) or reached it (`scope=page`). */
export async function funnelReport(call: ReportCall): Promise<object> {
  const { scope, fromDay, toDay, key, limit } = call
  const visits = await readVisits(call)
  const segments = call.segmentFilter && [...new Set(visits.map(({ segment }) => segment))]
  const rows = await call.store.funnel(call.shop.id, { scope, fromDay, toDay, path: key, segments, limit })
  // Rows count a visit once for each page that it reached, so the total comes from the visits themselves.
  const whole = key === undefined ? visits : rows
  const paths = [...Map.groupBy(rows, (row) => row.path)].map(([path, group]) => ({ path, ...funnelFigures(group) }))
  const devices = [...Map.groupBy(whole, ({ segment }) => deviceOf(segment))].map(([device, group]) => ({
    device,
    ...funnelFigures(group),
  }))
  const byVisits = (a: { visits: number }, b: { visits: number }) => b.visits - a.visits
  const { conversion_rate } = visitFigures(whole)
  return {
    total: { ...funnelFigures(whole), conversion_rate },
    paths: paths.sort(byVisits),
    devices: devices.sort(byVisits),
  }
}

export async function filterReport(call: ReportCall): Promise<object> {
  const keys = await readNumbers({ ...call, perDay: false }, 'filter')
  const values = await readNumbers({ ...call, key: undefined, perDay: false }, 'filter_value')
  const valuesOf = (key: string) =>
    values
      .filter((row) => row.key.startsWith(`${key}=`))
      .map((row) => ({ value: row.key.slice(key.length + 1), uses: row.get('uses') }))
      .sort((a, b) => b.uses - a.uses || (a.value < b.value ? -1 : 1))
      .slice(0, 50)
  const rows = keys.map((row) => ({
    key: row.key,
    appearances: row.get('appearances'),
    uses: row.get('uses'),
    values: valuesOf(row.key),
  }))
  return { rows: rows.sort((a, b) => b.uses - a.uses || (a.key < b.key ? -1 : 1)).slice(0, call.limit) }
}

const STORED_OUTCOMES: ReadonlySet<string> = new Set(['accepted', 'unreadable', 'unknown_product'])

export async function ingestionReport(call: ReportCall): Promise<object> {
  const outcomes = await call.store.outcomes(call.shop.id, call.fromDay, call.toDay)
  const names = await readNumbers({ ...call, key: undefined, perDay: false }, 'event')
  const sum = (rows: readonly { outcome: string; count: number }[], of: (outcome: string) => boolean) =>
    rows.filter((row) => of(row.outcome)).reduce((total, row) => total + row.count, 0)
  const counts = (rows: readonly { outcome: string; count: number }[]) => ({
    accepted: sum(rows, (outcome) => STORED_OUTCOMES.has(outcome)),
    unreadable: sum(rows, (outcome) => outcome === 'unreadable'),
    unknown_product: sum(rows, (outcome) => outcome === 'unknown_product'),
    duplicate: sum(rows, (outcome) => outcome === 'duplicate'),
    refused: sum(rows, (outcome) => outcome.startsWith('refused')),
    busy: sum(rows, (outcome) => outcome === 'busy'),
  })
  const refused = Map.groupBy(
    outcomes.filter((row) => row.outcome.startsWith('refused')),
    (row) => row.outcome,
  )
  return {
    totals: counts(outcomes),
    days: [...Map.groupBy(outcomes, (row) => row.day)].map(([day, rows]) => ({
      date: dateOfDay(day),
      ...counts(rows),
    })),
    refused_by_reason: [...refused]
      .map(([outcome, rows]) => ({ reason: outcome.replace(/^refused: /, ''), count: sum(rows, () => true) }))
      .sort((a, b) => b.count - a.count)
      .slice(0, call.limit),
    events: names
      .map((row) => ({ name: row.key, events: row.get('events'), unreadable: row.get('unreadable') }))
      .sort((a, b) => b.events - a.events || (a.name < b.name ? -1 : 1)),
  }
}
