/** Events of the shop's own staff do not count, so nobody gains from pretending to be staff. */
import type { ShopConfig } from '@vitrine/contract'
import { addressMatch } from '../platform/addresses.ts'

type Analytics = Pick<ShopConfig['analytics'], 'staff'>

export interface Sender {
  address?: string | undefined
  cookie?: string | undefined
  customerId?: unknown
}

const COOKIE = /(^|;)\s*vitrine_staff=1\s*(;|$)/

export function isStaff(analytics: Analytics, { address, cookie, customerId }: Sender): boolean {
  if (cookie !== undefined && COOKIE.test(cookie)) return true
  const { staff } = analytics
  if (!staff) return false
  if (typeof customerId === 'string' && staff.customer_ids?.includes(customerId)) return true
  return address !== undefined && matchOf(staff)(address)
}

const matches = new WeakMap<object, (address: string) => boolean>()

function matchOf(staff: NonNullable<Analytics['staff']>): (address: string) => boolean {
  const match = matches.get(staff) ?? addressMatch(staff.networks ?? [])
  matches.set(staff, match)
  return match
}
