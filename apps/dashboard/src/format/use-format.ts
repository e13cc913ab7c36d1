import { useMemo } from 'react'
import { useShop } from '../session/session.tsx'
import { useWords } from '../messages/messages.tsx'

const DAY_MS = 86_400_000

export interface Format {
  number(value: number | null | undefined, digits?: number): string
  /** 0.123 → 12.3 % */
  percent(value: number | null | undefined): string
  money(value: number | null | undefined, currency?: string): string
  /** A calendar day, YYYY-MM-DD. */
  day(date: string): string
  dateTime(at: string): string
  ago(at: string): string
  /** 3 minutes, 2 hours, 5 days. */
  duration(ms: number): string
}

const NOTHING = '–'

export function useFormat(): Format {
  const { language } = useWords()
  const { currency } = useShop()
  return useMemo(() => createFormat(language, currency), [language, currency])
}

function inUnit(ms: number): [value: number, unit: 'minute' | 'hour' | 'day'] {
  if (ms < 2 * 3_600_000) return [Math.round(ms / 60_000), 'minute']
  return ms < 2 * DAY_MS ? [Math.round(ms / 3_600_000), 'hour'] : [Math.round(ms / DAY_MS), 'day']
}

export function createFormat(language: string, shopCurrency: string): Format {
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  return {
    number: (value, digits = 1) =>
      value == null ? NOTHING : value.toLocaleString(language, { maximumFractionDigits: digits }),
    percent: (value) => (value == null ? NOTHING : percent.format(value)),
    money: (value, currency = shopCurrency) =>
      value == null
        ? NOTHING
        : new Intl.NumberFormat(language, {
            style: 'currency',
            currency,
            currencyDisplay: 'narrowSymbol',
            maximumFractionDigits: Math.abs(value) >= 1000 ? 0 : 2,
          }).format(value),
    day: (date) => day.format(new Date(`${date}T00:00:00Z`)),
    dateTime: (at) => dateTime.format(new Date(at)),
    duration: (ms) => {
      const [value, unit] = inUnit(Math.abs(ms))
      return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
    },
    ago: (at) => {
      const ms = Date.parse(at) - Date.now()
      if (Math.abs(ms) < 3_600_000) return relative.format(Math.round(ms / 60_000), 'minute')
      if (Math.abs(ms) < DAY_MS) return relative.format(Math.round(ms / 3_600_000), 'hour')
      return Math.abs(ms) < 30 * DAY_MS
        ? relative.format(Math.round(ms / DAY_MS), 'day')
        : dateTime.format(new Date(at))
    },
  }
}
