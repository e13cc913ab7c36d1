import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { sqliteRecordStore } from '../../ports/record-store/sqlite.ts'
import { conflictSince, findVersion, listVersions } from './config-history.ts'

describe('versions of a configuration', () => {
  it('G3: are listed newest first with their changes, twenty by default', async () => {
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
    expect(conflict.message).toContain('it is at version 22, you read version 20')
    expect(conflict).toMatchObject({ detail: { current_version: 22, changes: [{ version: 22 }, { version: 21 }] } })
    await store.close()
  })
})
