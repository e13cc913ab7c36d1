import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { refuseSecretsInDraft, requireRight } from './guarded-settings.ts'

describe('settings that only operators may change', () => {
  const plain = completeConfig({})
  const secret = completeConfig({ webhook_secret: 'new' })
  const verified = completeConfig({ identity_verification: { enabled: true, secret: 'x' } } as never)

  it('G1: may be changed by operators, and by callers without a role', () => {
    for (const role of ['owner', undefined] as const) expect(() => requireRight(role, plain, secret)).not.toThrow()
    expect(() => requireRight('merchandiser' as never, plain, secret)).toThrow(
      /webhook_secret can be changed only by owner/,
    )
    expect(() => requireRight('merchandiser' as never, plain, verified)).toThrow(/identity_verification/)
    expect(() => requireRight('merchandiser' as never, plain, completeConfig({ webhook_secret: 'a', identity_verification: { enabled: true, secret: 'x' } } as never))).toThrow('webhook_secret and identity_verification') // biome-ignore format: one line reads better
  })

  it('G3: include redirects to new hosts in any spelling, but not to known hosts and paths', () => {
    const leading = (...urls: string[]) =>
      completeConfig({
        search: { rules: urls.map((redirect, id) => ({ id, when: { query: 'x' }, redirect })) },
      } as never)
    const elsewhere = ['https://evil.example/a', '//evil.example', '/\\evil.example', '\\\\evil.example', '\t//evil.example', 'HTTPS:evil.example', '/\n/evil.example'] // biome-ignore format: one line reads better
    for (const url of elsewhere) {
      expect(() => requireRight('merchandiser', plain, leading(url))).toThrow(
        /redirects to evil.example can be changed only by/,
      )
      expect(() => requireRight('developer', plain, leading(url))).not.toThrow()
      expect(() => requireRight('merchandiser', leading('https://evil.example/b'), leading(url, '/x'))).not.toThrow()
    }
    for (const url of ['/pages/sale', 'pages/sale', '?q=a//b', '/a//b', '#//x'])
      expect(() => requireRight('merchandiser', plain, leading(url))).not.toThrow()
  })

  it('G2: do not prevent other changes, and must not be in a draft', () => {
    expect(() => requireRight('merchandiser' as never, secret, completeConfig({ webhook_secret: 'new', automatic: false }))).not.toThrow() // biome-ignore format: one line reads better
    expect(() => requireRight('merchandiser' as never, undefined, secret)).toThrow()
    expect(() => refuseSecretsInDraft({ search: {} })).not.toThrow()
    expect(() => refuseSecretsInDraft({ webhook_secret: null })).toThrow(/webhook_secret/)
  })
})
