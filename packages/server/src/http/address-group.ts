/** Groups addresses by caller: an IPv4 address is one caller, and so is an IPv6 network of 64 bits, because such networks are assigned as a whole. */
import { BlockList, isIPv6 } from 'node:net'

const MAPPED_V4 = '::ffff:'
/** Number of 16-bit groups that identify the network. */
const NETWORK_GROUPS = 4

export function addressGroup(address: string): string {
  if (address.startsWith(MAPPED_V4) && address.includes('.')) return address.slice(MAPPED_V4.length)
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return `${[...before, ...zeros, ...after].slice(0, NETWORK_GROUPS).join(':')}::/64`
}

/** Matches the listed addresses, and those within the listed networks. */
export function addressMatch(listed: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const one of listed) {
    const [address = '', bits] = one.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => list.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
