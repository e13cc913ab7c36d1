import { beforeEach, describe, expect, it } from 'vitest'
import type { SnapshotStore } from '../snapshot-store/snapshot-store.ts'
import type { PostgresDatabase } from '../postgres/database.ts'
import { eventLogContract } from './event-log.contract.ts'
import { type PostgresEventLog, postgresEventLog } from './postgres.ts'
import { sealOldRuns, unsignedRuns } from './postgres-sealing.ts'
import { SealedRuns } from './sealed-runs.ts'

const DAY_MS = 86_400_000
const DAY = 20_000
const shop = 'a.myshopify.com'
const PLAN = { storeId: 'store', untilDay: DAY }

const event = (n: number, day = DAY) => ({
  ...{ id: `e${n}`, receivedAtMs: day * DAY_MS, subjects: [`visitor:v${n % 10}`] },
  ...{ body: `{"n":${n}}`, sent: `{"s":${n}}` },
})

/** The databases of two nodes on one log, and the store of old runs. */
interface Opened {
  databases: [PostgresDatabase, PostgresDatabase]
  store: SnapshotStore
}

export function sealingContract(name: string, open: (key?: string) => Promise<Opened>): void {
  const logs: PostgresEventLog[] = []
  const opened = async (key?: string) => {
    const { databases, store } = await open(key)
    const [a, b] = databases.map((db) => postgresEventLog(db, ':memory:', new SealedRuns(store)))
    logs.push(a!, b!)
    return { a: a!, b: b!, store, db: databases[0] }
  }

  // Before every call, seals all possible runs, which must not change the results.
  eventLogContract(`PostgreSQL with old runs in ${name}`, async (key) => {
    const { a } = await opened(key === undefined ? undefined : `sealed_${key}`)
    const sealing =
      (method: keyof PostgresEventLog) =>
      async (...args: never[]) => {
        await a.seal({ ...PLAN, untilDay: 1_000_000, minEvents: 1 })
        return (a[method] as (...given: never[]) => Promise<unknown>)(...args)
      }
    const reads = ['read', 'readBodies', 'readSubjects', 'erase', 'lastOffset', 'listShops', 'drop'] as const
    return { ...a, ...Object.fromEntries(reads.map((method) => [method, sealing(method)])) }
  })

  describe(`events in ${name}`, () => {
    let a: PostgresEventLog
    let b: PostgresEventLog
    let store: SnapshotStore
    let db: PostgresDatabase
    beforeEach(async () => {
      ;({ a, b, store, db } = await opened())
      for (let from = 0; from < 3000; from += 500)
        await a.append(
          shop,
          Array.from({ length: 500 }, (_, i) => event(from + i)),
        )
      await a.append(shop, [event(3000, DAY + 1), event(3001, DAY + 1)])
    })
    const rows = (where: string) => db.rows<{ sealed: string }>(`SELECT sealed FROM log_runs WHERE ${where}`)
    const all = async (log: PostgresEventLog) => (await log.read(shop, 0, 10_000)).map(({ offset, id }) => [offset, id])

    it('are old ones, and are still read on every node, from any offset', async () => {
      const before = await all(a)
      expect(await a.seal(PLAN)).toBe(3000)
      expect([await rows('sealed IS NULL'), await rows('sealed IS NOT NULL')].map(({ length }) => length)).toEqual([
        1, 1,
      ])
      expect([await all(a), await all(b)]).toEqual([before, before])
      expect((await b.readBodies(shop, 2998, 3)).bodies).toBe('{"n":2998}\n{"n":2999}\n{"n":3000}')
      expect((await b.readSubjects(shop, ['visitor:v7'])).length).toBe(300)
      expect([await a.seal(PLAN), await b.append(shop, [event(3001, DAY + 1)])]).toEqual([0, [false]])
    })

    it('are marked as signed, except those of earlier versions', async () => {
      await a.seal(PLAN)
      const [{ sealed }] = (await rows('sealed IS NOT NULL')) as [{ sealed: string }]
      const unsigned = unsignedRuns(db)
      expect(await unsigned.has(sealed)).toBe(false)
      await db.run('UPDATE log_runs SET is_signed = DEFAULT')
      expect([await unsigned.has(sealed), await unsigned.has('events of nobody')]).toEqual([true, false])
      await unsigned.forget(sealed)
      expect(await unsigned.has(sealed)).toBe(false)
    })

    it('are rewritten without an erased shopper, and the old contents are removed', async () => {
      await a.seal(PLAN)
      const [{ sealed }] = (await rows('sealed IS NOT NULL')) as [{ sealed: string }]
      const [before] = (await store.manifest(sealed))!.contents
      expect(await b.erase(shop, ['visitor:v7', 'visitor:v0'])).toBe(601)
      const [after] = (await store.manifest(sealed))!.contents
      expect([await store.get(before!), after === before]).toEqual([undefined, false])
      expect([(await a.readSubjects(shop, ['visitor:v7'])).length, (await all(a)).length]).toEqual([0, 2401])
      expect(await a.erase(shop, ['visitor:v7'])).toBe(0)
    })

    it('are in the log once if sealing and an erasure run concurrently, and nothing else stays in the store', async () => {
      await Promise.all([a.seal(PLAN), b.seal(PLAN), b.erase(shop, ['visitor:v3']), a.seal(PLAN)])
      for (const log of [a, b]) {
        expect((await log.readSubjects(shop, ['visitor:v3'])).length).toBe(0)
        expect((await all(log)).length).toBe(2702)
      }
      const used = (await rows('sealed IS NOT NULL')).length
      expect(await db.rows('SELECT name FROM log_sealing')).toEqual([])
      // A collection would remove contents without a manifest; there must be none.
      expect([used <= 1, await store.collect(Date.now() + DAY_MS)]).toEqual([true, 0])
    })

    it('leave nothing in the store if their manifest is withdrawn at once', async () => {
      // Simulates an erasure that abandons the sealing while the manifest is being published.
      const crossed: SnapshotStore = {
        ...store,
        publish: async (name, ...rest) => {
          const isPublished = await store.publish(name, ...rest)
          await db.run('DELETE FROM log_sealing WHERE name = $1', [name])
          await store.withdraw(name)
          return isPublished
        },
      }
      expect(await sealOldRuns(db, new SealedRuns(crossed), PLAN)).toBe(0)
      expect([await store.collect(Date.now() + DAY_MS), (await all(a)).length]).toEqual([0, 3002])
    })

    it('leave nothing of a concurrent rewrite in the store', async () => {
      await a.seal(PLAN)
      const [{ sealed }] = (await rows('sealed IS NOT NULL')) as [{ sealed: string }]
      let times = 0
      const slower: SnapshotStore = {
        ...store,
        publish: async (...given) => {
          if (times++ === 0) await b.erase(shop, ['visitor:v1'])
          return store.publish(...given)
        },
      }
      await new SealedRuns(slower).rewrite(sealed, (run) => ({ ...run }))
      expect([times, await store.collect(Date.now() + DAY_MS), (await all(b)).length]).toEqual([2, 0, 2701])
    })

    it('stay in the database if sealing is interrupted, and the attempt is removed', async () => {
      const before = await all(a)
      await db.run("INSERT INTO log_sealing (name, shop_no, at) VALUES ('events left', 1, now() - interval '2 hours')")
      const hash = await store.put(new Uint8Array([1]))
      await store.publish('events left', { contents: [hash], note: {} }, null)
      expect(await all(b)).toEqual(before)
      await a.seal({ ...PLAN, untilDay: 1 })
      expect([await store.manifest('events left'), await store.get(hash)]).toEqual([undefined, undefined])
      expect(await all(b)).toEqual(before)
    })

    it('become objects of limited size, even if another shop cannot be sealed', async () => {
      const body = (i: number) => JSON.stringify({ i, text: 'x'.repeat(1_000_000) })
      for (let i = 0; i < 20; i += 2)
        await a.append(
          'large',
          [i, i + 1].map((n) => ({ ...event(n), body: body(n) })),
        )
      const [{ no }] = (await db.rows('SELECT no FROM log_shops WHERE name = $1', [shop])) as [{ no: number }]
      const failing: SnapshotStore = {
        ...store,
        publish: async (name, ...rest) => {
          if (name.startsWith(`events store ${no} `)) throw new Error('cannot be published')
          return store.publish(name, ...rest)
        },
      }
      const seal = () => sealOldRuns(db, new SealedRuns(failing), { ...PLAN, minEvents: 1 })
      expect([await seal(), await seal()]).toEqual([18, 2])
      await expect(seal()).rejects.toThrow('cannot be published')
      expect((await b.readBodies('large', 18, 10)).offsets).toEqual([19, 20])
    })

    it('are removed with their shop', async () => {
      await a.seal(PLAN)
      const [{ sealed }] = (await rows('sealed IS NOT NULL')) as [{ sealed: string }]
      await b.drop(shop)
      expect([await store.manifest(sealed), await store.collect(Date.now() + DAY_MS)]).toEqual([undefined, 0])
    })
  })
}
