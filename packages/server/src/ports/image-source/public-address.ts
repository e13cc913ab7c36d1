import ipaddr from 'ipaddr.js'

/** Azure's WireServer. */
const INSIDE_CLOUDS = ['168.63.129.16']

/** All global unicast addresses that are assigned today. Any other is reserved, local, or contains an IPv4 address. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** The library reports some of these blocks as plain unicast. */
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((block) =>
  ipaddr.IPv6.parseCIDR(block),
)

/** IPv6 forms that contain an IPv4 address are refused, because the inner address would bypass this check. */
export function isPublicAddress(address: string): boolean {
  // Only local addresses have a zone.
  if (address.includes('%')) return false
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return isPublicV4(ipaddr.IPv4.parse(address))
  if (ipaddr.IPv6.isValid(address)) return isPublicV6(ipaddr.IPv6.parse(address))
  return false
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !INSIDE_CLOUDS.includes(address.toString())
}

function isPublicV6(address: ipaddr.IPv6): boolean {
  if (address.isIPv4MappedAddress() || !address.match(GLOBAL_UNICAST)) return false
  if (NOT_PUBLIC_V6.some((block) => address.match(block))) return false
  return address.range() === 'unicast' && !isIsatap(address)
}

/** …:0:5efe:a.b.c.d and …:200:5efe:a.b.c.d (RFC 5214). */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x200)
}
