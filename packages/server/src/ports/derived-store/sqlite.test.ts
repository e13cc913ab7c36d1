import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { derivedStoreContract } from './derived-store.contract.ts'
import { emptyBatch } from './empty-batch.ts'
import { openDatabase } from '../sqlite/database.ts'
import { sqliteDerivedStore } from './sqlite.ts'
import { sqliteDerivedTables } from './sqlite-derived-tables.ts'
import { MIGRATIONS } from './sqlite-schema.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-derived-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Without the thread, which is tested below.
let opened = 0
derivedStoreContract('SqliteDerivedTables', async (key) => {
  return sqliteDerivedTables(join(folder, `${key ?? ++opened}.sqlite`))
})

describe('sqliteDerivedTables', () => {
  it('leaves no byte of an erased person in its files', async () => {
    const path = join(folder, 'erased.sqlite')
    const store = sqliteDerivedTables(path)
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
    await store.putServes(serves)
    const holds = () => [path, `${path}-wal`].some((file) => existsSync(file) && readFileSync(file).includes(subject))
    expect(holds()).toBe(true)
    await store.erasePerson('s', { subjects: [subject], visits: [], searches: [] })
    await store.scrub()
    expect(holds()).toBe(false)
    expect((await store.findServes('s', ['r7'])).get('r7')).toMatchObject([{ subjects: [], atMs: 7 }])
    await store.close()
  })
})

it('counts an experiment with many visitors correctly', async () => {
  const store = sqliteDerivedTables(':memory:')
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
  await store.apply('s', { ...emptyBatch(0, 1), exposures, conversions }, { clickMs: 1, viewMs: 1 })
  const [group] = (await store.experiment('s', 'e', { fromMs: 0, toMs: 2000 })).groups
  expect(group?.visitors).toBe(5001)
  expect(group?.buyers).toEqual([{ firstAtMs: 1000, orders: 2, revenue: { USD: 20 } }])
  await store.close()
})

describe('a derived store of an earlier Vitrine', () => {
  it('keeps data that the log does not contain, and derives the rest again', async () => {
    const path = join(folder, 'earlier.sqlite')
    const earlier = openDatabase(path, MIGRATIONS.slice(0, 1))
    earlier.exec(`INSERT INTO shops VALUES (3, 's', 40, 5000);
      INSERT INTO rollups VALUES (3, 'shop', 20000, '', 'events', 40);
      INSERT INTO histories VALUES (3, 'customer:k', 7, 5000, 0, 0, 0);
      INSERT INTO links VALUES (3, 'customer:k', 'visitor:v'), (3, 'visitor:v', 'customer:k');
      INSERT INTO outcomes VALUES (3, 20000, 'accepted', 40)`)
    earlier.close()
    const store = sqliteDerivedTables(path)
    expect([await store.offset('s'), await store.zone('s')]).toEqual([0, 'UTC'])
    expect(await store.pendingRecount('s')).toBeUndefined()
    expect(await store.rollups('s', { dimension: 'shop', fromDay: 20_000, toDay: 20_000 })).toEqual([])
    expect((await store.history('s', ['visitor:v', 'customer:k'], 9)).browsed).toEqual([])
    expect(await store.outcomes('s', 20_000, 20_000)).toEqual([{ day: 20_000, outcome: 'accepted', count: 40 }])
    await store.close()
  })
})

describe('sqliteDerivedStore', () => {
  it('passes maps, bytes and absent values to its thread and back', async () => {
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
