import { UCP_CATALOG_SEARCH, UCP_VERSION } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { negotiate, profileUrlOf } from './ucp-negotiation.ts'

describe('the profile that a platform names', () => {
  it('U1: is an https address in the header', () => {
    expect(profileUrlOf('profile="https://p.example/ucp"')).toBe('https://p.example/ucp')
    expect(profileUrlOf('v=1; profile="https://p.example/ucp"')).toBe('https://p.example/ucp')
    for (const header of [undefined, ['profile="https://p.example"'], 'xprofile="https://p.example"', 'profile="http://p.example"', 'profile="no address"', '']) // biome-ignore format: one line reads better
      expect(profileUrlOf(header as string)).toBeUndefined()
    expect(profileUrlOf(`profile="https://p.example/${'x'.repeat(2000)}"`)).toBeUndefined()
  })
})

describe('what both understand', () => {
  const profile = (capabilities: unknown, version: unknown = UCP_VERSION) => ({ ucp: { version, capabilities } })
  const offered = (version: string) => ({ [UCP_CATALOG_SEARCH]: [{ version: 'other' }, { version }] })

  it('U2: the search of the catalog, where both have the same version of it', () => {
    expect(negotiate(profile(offered(UCP_VERSION)))).toEqual({ kind: 'agreed' })
    expect(negotiate(profile(offered('2020-01-01')))).toEqual({ kind: 'incompatible' })
    expect([negotiate(profile({})), negotiate(profile(undefined)), negotiate(profile({ [UCP_CATALOG_SEARCH]: 'x' }))]).toEqual([{ kind: 'incompatible' }, { kind: 'incompatible' }, { kind: 'incompatible' }]) // biome-ignore format: one line reads better
  })

  it('U3: nothing of a profile that is none, nor of another version of the protocol', () => {
    for (const wrong of [null, 'x', [], {}, { ucp: [] }, profile({}, 5), profile([]), profile('x')])
      expect(negotiate(wrong)).toMatchObject({ kind: 'refused', status: 422, code: 'profile_malformed' })
    const other = negotiate(profile({}, 'v'.repeat(50)))
    expect(other).toMatchObject({ kind: 'refused', status: 422, code: 'version_unsupported' })
    expect(other).toMatchObject({ content: expect.stringContaining(`version ${'v'.repeat(40)} is`) })
  })
})
