/**
 * The shop's own people: they look at products all day and place orders that nobody pays for, so nothing they send counts. Known by a cookie, by
 * the network they come from, or by the customer they are signed in as. Whoever pretends to be one of them only takes themselves out.
 */
import type { ShopConfig } from '@vitrine/contract'
import { BlockList, isIP } from 'node:net'

type Analytics = Pick<ShopConfig['analytics'], 'staff'>

export interface Sender {
  address?: string | undefined
  /** The request's header. */
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

/** A configuration is read once. */
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
