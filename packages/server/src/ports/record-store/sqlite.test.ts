import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { recordStoreContract } from './record-store.contract.ts'
import { sampleProduct } from './sample-product.ts'
import { sqliteRecordStore } from './sqlite.ts'

recordStoreContract('SQLite', async () => sqliteRecordStore({ path: ':memory:' }))

describe('the SQLite record store on disk', () => {
  it('has everything again after it is closed and opened', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-records-'))
    const path = join(folder, 'records.sqlite')
    const store = sqliteRecordStore({ path })
    await store.putShop('a.example.com', completeConfig({}))
    await store.putProducts('a.example.com', [sampleProduct(1)])
    await store.close()
    const again = sqliteRecordStore({ path })
    expect(await again.getProducts('a.example.com', [1])).toEqual([sampleProduct(1)])
    expect(await again.putProducts('a.example.com', [sampleProduct(1)])).toEqual(['unchanged'])
    await again.close()
    rmSync(folder, { recursive: true })
  })
})
