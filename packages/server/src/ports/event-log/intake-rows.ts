import type { ShopId } from '../record-store/record-store.ts'
import type { DayIntake } from './event-log.ts'

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

export function intakeOfRows(rows: readonly IntakeRow[]): Map<ShopId, DayIntake> {
  return new Map(rows.map((row) => [row.name, intakeOfRow(row)]))
}
