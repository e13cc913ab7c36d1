/**
 * Recognizes the shop's own staff, who look at products all day and place orders that nobody pays for, so that nothing
 * they send counts. They are identified by a cookie, by their network, or by the customer they are signed in as.
 * Anyone who pretends to be staff only removes themselves from the counts.
 */
import type { ShopConfig } from '@vitrine/contract'
import { BlockList, isIP } from 'node:net'

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
  return address !== undefined && isOf(networksOf(staff), address)
}

const lists = new WeakMap<object, BlockList>()

/** Cached by configuration. */
function networksOf(staff: NonNullable<Analytics['staff']>): BlockList {
  const known = lists.get(staff)
  if (known) return known
  const list = new BlockList()
  for (const network of staff.networks ?? []) add(list, network)
  lists.set(staff, list)
  return list
}

function add(list: BlockList, network: string): void {
  const [address = '', prefix] = network.split('/')
  const version = isIP(address)
  if (version === 0) return
  const bits = version === 4 ? 32 : 128
  list.addSubnet(address, Math.min(bits, Number(prefix ?? bits)), version === 4 ? 'ipv4' : 'ipv6')
}

function isOf(list: BlockList, address: string): boolean {
  const plain = address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address
  const version = isIP(plain)
  return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}
