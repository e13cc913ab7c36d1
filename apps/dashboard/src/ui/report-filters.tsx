/** Offers the filters that a report accepts and for which the shop has more than one value. */
import type { ReportFilter } from '@vitrine/client/admin'
import { useDraft } from '../draft/draft.tsx'
import { setQuery, usePlace } from '../router.ts'
import { useWords } from '../messages/messages.tsx'

export const ALL_FILTERS = ['device', 'market', 'locale'] as const
type FilterName = (typeof ALL_FILTERS)[number]

export function useReportFilter(names: readonly FilterName[] = ALL_FILTERS): ReportFilter {
  const { query } = usePlace()
  return Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])))
}

export function ReportFilters({ names = ALL_FILTERS }: { names?: readonly FilterName[] }) {
  const { t } = useWords()
  const chosen = useReportFilter(names)
  const choices = useChoices()
  return names
    .filter((name) => choices[name].length > 1)
    .map((name) => (
      <label key={name} className="inline-select">
        {t(`filter.${name}`)}
        <select
          className="input"
          value={chosen[name] ?? ''}
          onChange={(event) => setQuery({ [name]: event.target.value })}
        >
          <option value="">{t('filter.all')}</option>
          {choices[name].map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
    ))
}

const DEVICES = ['desktop', 'mobile', 'tablet'] as const

function useChoices(): Record<FilterName, { value: string; label: string }[]> {
  const { t, language } = useWords()
  const { live } = useDraft()
  const markets = live.markets ?? []
  const locales = [live.shop?.primary_locale ?? 'en', ...markets.flatMap((market) => market.locales ?? [])]
  const names = new Intl.DisplayNames(language, { type: 'language' })
  return {
    device: DEVICES.map((value) => ({ value, label: t(`filter.device.${value}`) })),
    market: markets.map(({ handle, name }) => ({ value: handle, label: name ?? handle })),
    locale: [...new Set(locales)].map((value) => ({ value, label: names.of(value) ?? value })),
  }
}
