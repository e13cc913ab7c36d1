import type { Reports } from '@vitrine/client/admin'
import { usePeriod } from '../api/use-report.ts'
import { CsvButton } from './csv-button.tsx'
import { PeriodSelect } from './period-select.tsx'
import { type ALL_FILTERS, ReportFilters, useReportFilter } from './report-filters.tsx'

interface ReportActionsProps {
  report: keyof Reports
  of?: string
  /** Filters that the report accepts; none if absent. */
  filters?: typeof ALL_FILTERS
}

export function ReportActions({ report, of, filters }: ReportActionsProps) {
  const { now } = usePeriod()
  const cut = useReportFilter(filters ?? [])
  return (
    <>
      <PeriodSelect />
      {filters && <ReportFilters names={filters} />}
      <CsvButton report={report} query={{ ...now, ...cut, ...(of === undefined ? {} : { key: of }) }} />
    </>
  )
}
