import type { Reports } from '@vitrine/client/admin'
import { usePeriod } from '../api/use-report.ts'
import { CsvButton } from './csv-button.tsx'
import { PeriodSelect } from './period-select.tsx'

/** Of a screen that shows a report: its period, and its rows as a file. */
export function ReportActions({ report, of }: { report: keyof Reports; of?: string }) {
  const { now } = usePeriod()
  return (
    <>
      <PeriodSelect />
      <CsvButton report={report} query={{ ...now, ...(of === undefined ? {} : { key: of }) }} />
    </>
  )
}
