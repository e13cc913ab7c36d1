import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'

const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '93.184.216.34',
  '172.15.0.1',
  '172.32.0.1',
  '100.63.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '2a00:1450:4001::1',
]

const REFUSED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  'this network': ['0.0.0.0', '0.1.2.3', '::'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1'],
  'link-local': ['169.254.0.1', 'fe80::1', 'febf::1', 'fec0::1'],
  'cloud metadata': ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '192.0.0.192', '168.63.129.16'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  broadcast: ['255.255.255.255'],
  reserved: ['192.0.0.1', '240.0.0.1', '254.1.1.1', '4000::1', '5f00::1', '100::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '0:0:0:0:0:ffff:a00:1'],
  'IPv4-compatible': ['::127.0.0.1', '::7f00:1', '::8.8.8.8'],
  'IPv4-translated': ['::ffff:0:127.0.0.1', '::ffff:0:7f00:1'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::1'],
  '6to4': ['2002:7f00:1::', '2002:a00:1::1', '192.88.99.1'],
  Teredo: ['2001::1', '2001:0:4136:e378::1'],
  ORCHID: ['2001:10::1', '2001:20::1'],
  ISATAP: ['2a00:1450::5efe:7f00:1', '2a00:1450::200:5efe:a00:1'],
  'zone ids': ['fe80::1%eth0', '2606:4700::1111%lo', '8.8.8.8%1'],
  'not an address': [
    '',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '8.8.8',
    '8.8.8.8.8',
    ' 8.8.8.8',
    '[::1]',
  ],
}

describe('isPublicAddress', () => {
  it.each(PUBLIC)('accepts %s', (address) => expect(isPublicAddress(address)).toBe(true))

  for (const [kind, addresses] of Object.entries(REFUSED)) {
    it.each(addresses)(`refuses %s (${kind})`, (address) => expect(isPublicAddress(address)).toBe(false))
  }

  it('refuses every IPv4 address wrapped in a known way', () => {
    const octet = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(octet, octet, octet, octet, (a, b, c, d) => {
        const groups = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
        const wrapped = [
          `::ffff:${groups}`,
          `::${groups}`,
          `::ffff:0:${groups}`,
          `64:ff9b::${groups}`,
          `2002:${groups}::1`,
        ]
        for (const address of wrapped) expect(isPublicAddress(address)).toBe(false)
      }),
    )
  })
})
