import type { ShopId } from '../record-store/record-store.ts'
import type { DayIntake } from './event-log.ts'

/** An edge node delivers events at most this late. Beyond that, a wrong clock must have advanced the day. */
const LATE_DAYS = 7

/** Works in both stores. Late events count on the current day. */
export function addIntakeText(added: (column: string) => string, of: (column: string) => string): string {
  const counts = INTAKE_COLUMNS.split(', ')
  const isSameDay = `${of('intake_day')} - ${added('day')} BETWEEN 0 AND ${LATE_DAYS}`
  const sums = counts.map((name) => `${name} = ${added(name)} + CASE WHEN ${isSameDay} THEN ${of(name)} ELSE 0 END`)
  return [...sums, `intake_day = CASE WHEN ${isSameDay} THEN ${of('intake_day')} ELSE ${added('day')} END`].join(', ')
}

/** The columns have the same names in both stores. */
export const INTAKE_COLUMNS = 'intake_events, intake_bytes, keyless_events, keyless_bytes'

export interface IntakeRow {
  name: ShopId
  intake_events: number
  intake_bytes: number
  keyless_events: number
  keyless_bytes: number
}

export function intakeOfRow(row: IntakeRow): DayIntake {
  const keyless = { events: row.keyless_events, bytes: row.keyless_bytes }
  return { events: row.intake_events, bytes: row.intake_bytes, keyless }
}

export function rowOfIntake({ events, bytes, keyless }: DayIntake) {
  return { intake_events: events, intake_bytes: bytes, keyless_events: keyless.events, keyless_bytes: keyless.bytes }
}

export function intakeOfRows(rows: readonly IntakeRow[]): Map<ShopId, DayIntake> {
  return new Map(rows.map((row) => [row.name, intakeOfRow(row)]))
}
