import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { byTurns } from '../postgres/testing/by-turns.ts'
import { storeNodes } from '../postgres/testing/nodes.ts'
import { postgresRecordStore } from './postgres.ts'
import { RECORD_SCHEMA } from './postgres-schema.ts'
import { recordStoreContract } from './record-store.contract.ts'
import { sampleProduct } from './sample-product.ts'

const nodes = storeNodes(RECORD_SCHEMA, (db) => postgresRecordStore(db))

recordStoreContract('PostgreSQL', async () => byTurns(await nodes(1)))
recordStoreContract('PostgreSQL on two nodes by turns', async () => byTurns(await nodes(2)))

const shop = 'a.example.com'

describe('two nodes on one PostgreSQL', () => {
  it('are notified once of each change of the other node, not of their own', async () => {
    const [a, b] = await nodes(2)
    await a!.putShop(shop, completeConfig({}))
    for (const node of [a!, b!]) await node.poll()
    const changed: string[] = []
    a!.onChange((name) => changed.push(`a ${name}`))
    b!.onChange((name) => changed.push(`b ${name}`))
    await a!.putProducts(shop, [sampleProduct(1)])
    for (const node of [a!, b!, a!, b!]) await node.poll()
    expect(changed).toEqual([`a ${shop}`, `b ${shop}`])
  })

  it('are notified of a revoked key of a shop or of the deployment', async () => {
    const [a, b] = await nodes(2)
    await a!.putShop(shop, completeConfig({}))
    const key = {
      id: 'k',
      shop,
      kind: 'admin' as const,
      hash: 'h',
      label: '',
      createdAt: '',
      expiresAt: null,
      revokedAt: null,
    }
    await a!.addKey(key)
    await a!.addKey({ ...key, id: 'd', hash: 'h2', shop: null })
    await b!.poll()
    const changed: string[] = []
    b!.onChange((name) => changed.push(name))
    await a!.revokeKey(shop, 'k', 'now')
    await b!.poll()
    await a!.revokeKey(null, 'd', 'now')
    await b!.poll()
    expect(changed).toEqual([shop, ''])
  })

  it('are notified that a shop was deleted, even if it was created again', async () => {
    const [a, b] = await nodes(2)
    await a!.putShop(shop, completeConfig({}))
    await b!.poll()
    const gone: string[] = []
    b!.onDeleted((name) => gone.push(name))
    await a!.deleteShop(shop)
    await a!.putShop(shop, completeConfig({}))
    await b!.poll()
    expect(gone).toEqual([shop])
  })

  it('number changes uniquely while both write, and no reader misses one', async () => {
    const [a, b] = await nodes(2)
    await a!.putShop(shop, completeConfig({}))
    const seen: number[] = []
    let last = 0
    const follow = async () => {
      for (const { seq } of await b!.readChanges(shop, last, 1000)) {
        seen.push(seq)
        last = seq
      }
    }
    const writers = [a!, b!].map(async (node, n) => {
      for (let i = 0; i < 20; i++) await node.putProducts(shop, [sampleProduct(1 + n + 2 * i)])
    })
    let writing = true
    const reader = (async () => {
      while (writing) await follow()
    })()
    await Promise.all(writers)
    writing = false
    await reader
    await follow()
    expect(seen).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
  })
})
