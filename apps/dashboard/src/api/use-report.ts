import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Period, ReportQuery, Reports } from '@vitrine/client/admin'
import { periods, todayIn } from './period.ts'
import { usePlace } from '../router.ts'
import { useApi, useShop } from '../session/session.tsx'

export const PERIODS = [7, 30, 90, 365] as const

/** Returns the last `days` days up to today in the shop's time zone, and the same number of days before them. */
export function usePeriod(): { days: number; now: Period; before: Period } {
  const { timezone } = useShop()
  const days = Number(usePlace().query.get('days') ?? 30)
  return { days, ...periods(todayIn(timezone), days) }
}

export function useReport<R extends keyof Reports>(name: R, query: ReportQuery = {}) {
  const api = useApi()
  return useQuery({
    queryKey: [api.shop, 'report', name, query],
    queryFn: ({ signal }) => api.report(name, query, signal),
    placeholderData: keepPreviousData,
  })
}
