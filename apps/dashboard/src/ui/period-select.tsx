import { PERIODS, usePeriod } from '../api/use-report.ts'
import { setQuery } from '../router.ts'
import { useWords } from '../messages/messages.tsx'

export function PeriodSelect() {
  const { t, count } = useWords()
  const { days } = usePeriod()
  return (
    <label className="inline-select">
      {t('period.label')}
      <select
        className="input"
        value={days}
        onChange={(event) => setQuery({ days: event.target.value === '30' ? '' : event.target.value })}
      >
        {PERIODS.map((one) => (
          <option key={one} value={one}>
            {count('period.days', one)}
          </option>
        ))}
      </select>
    </label>
  )
}
