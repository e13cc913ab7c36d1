/** IP addresses, and the networks that they belong to. */
import { BlockList, isIP } from 'node:net'

const MAPPED_V4 = '::ffff:'
const FAMILIES = { 4: 'ipv4', 6: 'ipv6' } as const

/** Removes the zone, and converts an IPv4 address in IPv6 notation to plain IPv4. */
function plain(address: string): string {
  const [unzoned = ''] = address.split('%', 1)
  return unzoned.startsWith(MAPPED_V4) && unzoned.includes('.') ? unzoned.slice(MAPPED_V4.length) : unzoned
}

/** Keeps the first bytes of an IPv4 address, or the first 16-bit groups of an IPv6 address. */
export function networkOf(address: string, { v4Bytes, v6Groups }: { v4Bytes: number; v6Groups: number }): string {
  const given = plain(address)
  if (isIP(given) !== 6) return given.split('.').slice(0, v4Bytes).join('.')
  const [before = [], after = []] = given.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const groups = [...before, ...zeros, ...after].slice(0, v6Groups)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${16 * v6Groups}`
}

/** IPv6 networks of 64 bits are assigned as a whole, so each counts as one caller. */
export const addressGroup = (address: string): string => networkOf(address, { v4Bytes: 4, v6Groups: 4 })

export function addressMatch(listed: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const one of listed) {
    const [address = '', bits] = one.split('/')
    const family = familyOf(address)
    if (family) list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return (address) => {
    const family = familyOf(plain(address))
    return family !== undefined && list.check(plain(address), family)
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  return FAMILIES[isIP(address) as 4 | 6]
}
