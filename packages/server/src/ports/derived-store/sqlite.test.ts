import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { derivedStoreContract } from './derived-store.contract.ts'
import type { DerivedStore } from './derived-store.ts'
import { emptyBatch } from './empty-batch.ts'
import { sqliteDerivedStore } from './sqlite.ts'
import { SqliteDerivedTables } from './sqlite-derived-tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-derived-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// The tables themselves: what the thread adds is the way of calling, tested below.
let opened = 0
derivedStoreContract('SqliteDerivedTables', async (key) => {
  return new SqliteDerivedTables(join(folder, `${key ?? ++opened}.sqlite`)) as unknown as DerivedStore
})

describe('SqliteDerivedTables', () => {
  it('leaves no byte of an erased person in its files', () => {
    const path = join(folder, 'erased.sqlite')
    const store = new SqliteDerivedTables(path)
    const subject = 'visitor:somebody-in-particular'
    const serves = Array.from({ length: 300 }, (_, i) => ({
      shop: 's',
      serve: {
        surface: 'search' as const,
        requestId: `r${i}`,
        atMs: i,
        subjects: [subject, `client:c${i}`],
        products: [],
      },
    }))
    store.putServes(serves)
    const holds = () => [path, `${path}-wal`].some((file) => existsSync(file) && readFileSync(file).includes(subject))
    expect(holds()).toBe(true)
    store.erasePerson('s', { subjects: [subject], visits: [], searches: [] })
    store.scrub()
    expect(holds()).toBe(false)
    expect(store.findServes('s', ['r7']).get('r7')).toMatchObject([{ subjects: [], atMs: 7 }])
    store.close()
  })
})

it('an experiment of many visitors is counted as one of few', () => {
  const store = new SqliteDerivedTables(':memory:')
  const exposures = Array.from({ length: 5001 }, (_, i) => ({
    experience: 'e',
    variant: 'a',
    visitor: `visitor:${i}`,
    atMs: 1000,
  }))
  const placed = (key: string, visitor: number, atMs: number) => ({
    ...{ kind: 'order' as const, key, atMs, eventId: key, currency: 'USD' },
    subjects: [`visitor:${visitor}`, `client:${visitor}`],
    lines: [{ productId: 1, quantity: 1, amount: 10 }],
  })
  const conversions = [placed('x', 7, 1001), placed('y', 7, 1500), placed('early', 8, 999), placed('late', 9, 2001)]
  store.apply('s', { ...emptyBatch(0, 1), exposures, conversions }, { clickMs: 1, viewMs: 1 })
  const [group] = store.experiment('s', 'e', { fromMs: 0, toMs: 2000 }).groups
  expect(group?.visitors).toBe(5001)
  expect(group?.buyers).toEqual([{ firstAtMs: 1000, orders: 2, revenue: { USD: 20 } }])
  store.close()
})

describe('sqliteDerivedStore', () => {
  it('carries maps, bytes and absent values over to its thread and back', async () => {
    const store = sqliteDerivedStore(join(folder, 'thread.sqlite'))
    const serve = { surface: 'search' as const, requestId: 'r', atMs: 1, subjects: [], products: [] }
    await store.putServes([{ shop: 's', serve }])
    expect((await store.findServes('s', ['r'])).get('r')).toEqual([serve])
    await store.putSnapshot('s', 'm', { offset: 1, bytes: Uint8Array.of(1, 2), epoch: 0 })
    expect(await store.snapshot('s', 'm')).toEqual({ offset: 1, bytes: Uint8Array.of(1, 2) })
    expect(await store.conversion('s', 'order', 'none')).toBeUndefined()
    await store.close()
  })
})
