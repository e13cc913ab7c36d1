import { UCP_CATALOG_LOOKUP, UCP_CATALOG_SEARCH, UCP_VERSION } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { isProfileUrl, negotiate, profileIn } from './ucp-negotiation.ts'

describe('the profile that a platform names', () => {
  it('U1: is an https address in the header', () => {
    expect(profileIn('profile="https://p.example/ucp"')).toBe('https://p.example/ucp')
    expect(profileIn('v=1; profile="https://p.example/ucp"')).toBe('https://p.example/ucp')
    for (const header of [undefined, ['profile="https://p.example"'], 'xprofile="https://p.example"', ''])
      expect(profileIn(header)).toBe('')
    expect(profileIn(`profile="https://p.example/${'x'.repeat(2000)}"`)).toBe('')
    expect(['https://p.example', 'http://p.example', 'no address', ''].map(isProfileUrl)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

describe('the shared capabilities', () => {
  const profile = (capabilities: unknown, version: unknown = UCP_VERSION) => ({ ucp: { version, capabilities } })
  const agreed = (capabilities: unknown) => negotiate(profile(capabilities))

  it('U2: are those that both have in the same version', () => {
    const same = [{ version: 'other' }, { version: UCP_VERSION }]
    const search = { [UCP_CATALOG_SEARCH]: same }
    expect(agreed(search)).toEqual({ kind: 'agreed', capabilities: [UCP_CATALOG_SEARCH] })
    const both = { kind: 'agreed', capabilities: [UCP_CATALOG_SEARCH, UCP_CATALOG_LOOKUP] }
    expect(agreed({ ...search, [UCP_CATALOG_LOOKUP]: same })).toEqual(both)
    for (const none of [{}, undefined, { [UCP_CATALOG_SEARCH]: 'x' }, { [UCP_CATALOG_SEARCH]: [{ version: '2020' }] }])
      expect(agreed(none)).toEqual({ kind: 'agreed', capabilities: [] })
  })

  it('U3: are none for an invalid profile or another version of the protocol', () => {
    for (const wrong of [null, 'x', [], {}, { ucp: [] }, profile({}, 5), profile([]), profile('x')])
      expect(negotiate(wrong)).toMatchObject({ kind: 'refused', status: 422, code: 'profile_malformed' })
    const other = negotiate(profile({}, 'v'.repeat(50)))
    expect(other).toMatchObject({ kind: 'refused', status: 422, code: 'version_unsupported' })
    expect(other).toMatchObject({ content: expect.stringContaining(`version ${'v'.repeat(40)} is`) })
  })
})
