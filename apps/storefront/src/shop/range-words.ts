import type { Filter } from './filters.ts'
import { formatMoney } from './market.ts'

export function rangeNumber(filter: Filter | undefined, value: number): string {
  if (filter?.attributeType === 'price') return formatMoney(value)
  return `${value}${filter?.unit ?? filter?.suffix ?? ''}`
}

export function rangeWords(filter: Filter | undefined, value: string): string {
  const [from = '', to = ''] = value.split(':')
  if (from === '') return `≤ ${rangeNumber(filter, Number(to))}`
  if (to === '') return `≥ ${rangeNumber(filter, Number(from))}`
  return `${rangeNumber(filter, Number(from))} – ${rangeNumber(filter, Number(to))}`
}
