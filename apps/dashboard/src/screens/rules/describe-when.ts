import type { ShopConfigInput } from '@vitrine/client/admin'
import type { Words } from '../../messages/messages.tsx'
import type { Segment, When } from './rule.ts'

/** Describes the conditions other than query and collection: `market eu, 2+ orders`. */
export function describeWhen(when: When, t: Words['t'], segments: readonly Segment[] = []): string {
  const { market, locale, device, filter, experience, segment = {} } = when
  const range = (name: 'visits' | 'orders' | 'spent') => {
    const { min, max } = segment[name] ?? {}
    return segment[name] && `${t(`rules.${name}`)} ${max === undefined ? `≥ ${min}` : `${min ?? 0}–${max}`}`
  }
  const flag = (name: 'logged_in' | 'business_account') =>
    segment[name] !== undefined && `${t(`rules.${name}`)}: ${t(segment[name] ? 'common.yes' : 'common.no')}`
  return [
    market !== undefined && `${t('workbench.market')} ${market}`,
    locale,
    device && t(`device.${device}`),
    filter && `${filter.key}${filter.value === undefined ? '' : ` = ${filter.value}`}`,
    experience && `${t('rules.variantOf')} ${experience.id}: ${experience.variant}`,
    segment.id && (segments.find(({ id }) => id === segment.id)?.name ?? segment.id),
    flag('logged_in'),
    flag('business_account'),
    range('visits'),
    range('orders'),
    range('spent'),
    segment.bought_type && t('rules.bought', { type: segment.bought_type }),
  ]
    .filter(Boolean)
    .join(', ')
}

export const MATCH_WORDS = { exact: 'rules.is', similar: 'rules.isLike', contains: 'rules.contains' } as const

export function describeCondition(when: When, t: Words['t'], { search, collections }: ShopConfigInput): string {
  const { query, match = 'exact', collection } = when
  const titleOf = (handle: string | number) => collections?.find((one) => one.handle === handle)?.title ?? handle
  const parts = [
    query !== undefined && `${t(MATCH_WORDS[match])} “${query}”`,
    collection !== undefined && `${t('rules.inCollection')} ${titleOf(collection)}`,
    describeWhen(when, t, search?.segments),
  ]
  return parts.filter(Boolean).join(' ') || t('rules.always')
}
