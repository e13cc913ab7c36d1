import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { sqliteRecordStore } from '../../ports/record-store/sqlite.ts'
import { conflictSince, findVersion, listVersions } from './config-history.ts'
import { refuseSecretsInDraft, requireRight } from './guarded-settings.ts'
import { mergePatch } from './merge-patch.ts'

describe('settings that decide who is believed', () => {
  const plain = completeConfig({})
  const secret = completeConfig({ webhook_secret: 'new' })
  const verified = completeConfig({ identity_verification: { enabled: true, secret: 'x' } } as never)

  it('G1: may be changed by those who run the shop, and by whoever has no role', () => {
    for (const role of ['owner', undefined] as const) expect(() => requireRight(role, plain, secret)).not.toThrow()
    expect(() => requireRight('merchandiser' as never, plain, secret)).toThrow(/webhook_secret may be changed by owner/)
    expect(() => requireRight('merchandiser' as never, plain, verified)).toThrow(/identity_verification/)
    expect(() => requireRight('merchandiser' as never, plain, completeConfig({ webhook_secret: 'a', identity_verification: { enabled: true, secret: 'x' } } as never))).toThrow('webhook_secret and identity_verification') // biome-ignore format: one line reads better
  })

  it('G2: that stay as they were hinder nobody, and none of them is in a draft', () => {
    expect(() => requireRight('merchandiser' as never, secret, completeConfig({ webhook_secret: 'new', automatic: false }))).not.toThrow() // biome-ignore format: one line reads better
    expect(() => requireRight('merchandiser' as never, undefined, secret)).toThrow()
    expect(() => refuseSecretsInDraft({ search: {} })).not.toThrow()
    expect(() => refuseSecretsInDraft({ webhook_secret: null })).toThrow(/webhook_secret/)
  })
})

describe('versions of a configuration', () => {
  it('G3: newest first with what each changed, twenty unless another number is asked for', async () => {
    const store = sqliteRecordStore({ path: ':memory:' })
    for (let i = 0; i < 22; i++)
      await store.putShop('a', completeConfig({ shop: { name: `N${i}` } } as never), undefined, {
        author: 'ann',
        note: '',
      })
    const deps = { store }
    const { versions } = await listVersions(deps, 'a', {})
    expect([versions.length, versions[0]?.version]).toEqual([20, 22])
    expect(JSON.stringify(versions[0]?.diff)).toContain('N21')
    expect((await listVersions(deps, 'a', { limit: '2', before: '3' })).versions.map(({ version, diff }) => [version, diff === null])).toEqual([[2, false], [1, true]]) // biome-ignore format: one line reads better
    expect(await findVersion(deps, 'a', 2)).toMatchObject({ version: 2, config: { shop: { name: 'N1' } } })
    for (const version of [0, 23, 1.5])
      await expect(findVersion(deps, 'a', version)).rejects.toMatchObject({ status: 404 })
    const conflict = await conflictSince(deps, 'a', 20)
    expect(conflict.message).toContain('it is at version 22, you have read 20')
    expect(conflict).toMatchObject({ detail: { current_version: 22, changes: [{ version: 22 }, { version: 21 }] } })
    await store.close()
  })
})

describe('a patch', () => {
  it('G4: merges objects, replaces all else, removes what is null, and changes neither of the two', () => {
    const target = { a: { b: 1, c: [1, 2] }, d: 1 }
    const patch = { a: { b: null, c: [3], e: { f: 1, g: null } }, d: { h: 1 } }
    expect(mergePatch(target, patch)).toEqual({ a: { c: [3], e: { f: 1 } }, d: { h: 1 } })
    expect(target).toEqual({ a: { b: 1, c: [1, 2] }, d: 1 })
    expect([mergePatch([1], { a: 1 }), mergePatch({ a: 1 }, [2]), mergePatch(1, null)]).toEqual([{ a: 1 }, [2], null])
  })
})
