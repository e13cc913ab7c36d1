import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byTurns } from '../postgres/testing/by-turns.ts'
import { storeNodes } from '../postgres/testing/nodes.ts'
import { derivedStoreContract } from './derived-store.contract.ts'
import { postgresDerivedStore } from './postgres.ts'
import { PostgresDerivedSql } from './postgres-derived-sql.ts'
import { PostgresNodes } from './postgres-nodes.ts'
import { DERIVED_SCHEMA } from './postgres-schema.ts'
import { lockShopRow } from './sql-shop-row.ts'
import { sqliteDerivedTables } from './sqlite-derived-tables.ts'
import {
  batch,
  click,
  fact,
  login,
  nowMs,
  order,
  search,
  shop,
  today,
  visit,
  windows,
} from './testing/derived-facts.ts'

const DAY_MS = 86_400_000
const nodes = storeNodes(DERIVED_SCHEMA, (db) => postgresDerivedStore(db))
const withDatabase = storeNodes(DERIVED_SCHEMA, (db) => ({ db, store: postgresDerivedStore(db) }))
const nothing = { unserved: [] }

derivedStoreContract('PostgreSQL', async (key) => byTurns(await nodes(1, key)))
derivedStoreContract('PostgreSQL on two nodes by turns', async (key) => byTurns(await nodes(2, key && `two_${key}`)))

describe('nodes that derive the same shop at the same time', () => {
  it('count every batch once', async () => {
    const stores = await nodes(3)
    const counted = (fromOffset: number) => ({
      ...batch({ rollups: [{ day: today, dimension: 'shop', key: '', metric: 'events', value: 1 }] }),
      ...{ fromOffset, toOffset: fromOffset + 1 },
    })
    for (let offset = 0; offset < 20; offset++) {
      const applied = await Promise.all(stores.map((store) => store.apply(shop, counted(offset), windows)))
      expect(applied.filter(Boolean)).toHaveLength(1)
    }
    const rows = await stores[0].rollups(shop, { dimension: 'shop', fromDay: today, toDay: today })
    expect(rows).toEqual([{ key: '', metric: 'events', value: 20 }])
  })

  it('attribute a conversion again if a touch arrives during its attribution', async () => {
    const [a, b] = (await nodes(2)) as [Awaited<ReturnType<typeof nodes>>[0], Awaited<ReturnType<typeof nodes>>[0]]
    await a.apply(shop, batch({ conversions: [order('o1')] }), windows)
    expect(await a.attributionTasks(shop, windows, 10)).toMatchObject([{ touches: [] }])
    await b.apply(shop, batch({ fromOffset: 1, toOffset: 2, touches: [click()] }), windows)
    await a.putAttributions(shop, [{ kind: 'order', key: 'o1', attributions: [] }])
    expect(await a.attributionTasks(shop, windows, 10)).toMatchObject([{ touches: [{ eventId: 'c1' }] }])
  })

  it.each(['applied', 'derived'])(
    'commit a new day that is %s even if rows that are too old are locked',
    async (how) => {
      const fresh = batch({ fromOffset: 1, toOffset: 2, visits: [visit('new', { firstAtMs: nowMs })] })
      const [{ db }] = await withDatabase(1)
      const store = postgresDerivedStore(db, async (inside) => (await inside.apply(shop, fresh, windows)) && nothing)
      const old = visit('old', { firstAtMs: nowMs - 400 * DAY_MS })
      await store.apply(shop, batch({ visits: [old] }), windows)
      let counting: Promise<unknown> | undefined
      await db.transaction(async (sql) => {
        await sql.rows('SELECT 1 FROM visits FOR UPDATE')
        const chunk = { fromOffset: 1, offsets: [], bodies: '' }
        counting = how === 'applied' ? store.apply(shop, fresh, windows) : store.derive?.(shop, chunk, windows)
        while ((await store.offset(shop)) < 2) await new Promise(setImmediate)
      })
      expect(await counting).toEqual(how === 'applied' ? true : nothing)
      expect(await db.rows('SELECT visitor FROM visits')).toEqual([{ visitor: 'new' }])
    },
  )

  it('remove old serves completely, and keep others', async () => {
    const [{ db, store }] = await withDatabase(1)
    const serve = (atMs: number, requestId: string) => ({
      ...{ surface: 'section' as const, requestId, sectionServeId: `s ${requestId}`, atMs },
      ...{ subjects: ['visitor:v', `visitor:${requestId}`], section: '1', products: [] },
    })
    const old = Array.from({ length: 1001 }, (_, i) => serve(nowMs - 101 * DAY_MS, i === 7 ? 'NUL \0' : `old ${i}`))
    const kept = serve(nowMs - 99 * DAY_MS, 'kept')
    await store.putServes([...old, kept].map((one) => ({ shop, serve: one })))
    const visited = (atMs: number) => ({ visits: [visit('v', { firstAtMs: atMs })] })
    await store.apply(shop, batch(visited(nowMs - DAY_MS)), windows)
    await store.apply(shop, batch({ fromOffset: 1, toOffset: 2, ...visited(nowMs) }), windows)
    const counts = ['serves', 'serve_ids', 'serve_subjects'].map(
      (table) => `(SELECT count(*) FROM ${table}) AS ${table}`,
    )
    expect(await db.rows(`SELECT ${counts.join(', ')}`)).toEqual([{ serves: 1, serve_ids: 2, serve_subjects: 2 }])
    expect((await store.findServes(shop, ['kept'])).get('kept')).toEqual([kept])
  })

  it('store paths and queries of any length', async () => {
    const [store] = await nodes(1)
    const long = 'x'.repeat(5000)
    const visits = [visit('v', { firstAtMs: 5, path: `/${long}` })]
    const searches = [search('v', long)]
    const rollups = [{ day: today, dimension: 'query', key: long, metric: 'searches', value: 1 }]
    expect(await store.apply(shop, batch({ visits, searches, rollups }), windows)).toBe(true)
    expect(await store.rollups(shop, { dimension: 'query', fromDay: today, toDay: today, key: long })).toHaveLength(1)
  })
})

describe('histories that are requested concurrently', () => {
  const counting = storeNodes(DERIVED_SCHEMA, (db) => {
    const statements: string[] = []
    const line = { isCut: false }
    const rows = db.rows.bind(db)
    db.rows = (text, values) => {
      statements.push(text)
      return line.isCut ? Promise.reject(new Error('cut')) : rows(text, values)
    }
    return { store: postgresDerivedStore(db), statements, line }
  })
  const seen = (subject: string, product: number) => fact(subject, product, { browsedAtMs: nowMs + product })

  it('are read together, each with its own facts', async () => {
    const [{ store, statements }] = await counting(1)
    const visitors = Array.from({ length: 20 }, (_, i) => `visitor:${i}`)
    const histories = [...visitors.map((visitor, i) => seen(visitor, i + 1)), seen('login:7@visitor:3', 99)]
    const cart = fact('visitor:4', 50, { addedAtMs: nowMs, cart: { kind: 'add', quantity: 1 } })
    await store.apply(shop, batch({ histories: [...histories, cart], links: login('7', 'visitor:3') }), windows)
    const ask = () => Promise.all([...visitors, 'visitor:unknown'].map((visitor) => store.history(shop, [visitor], 9)))
    statements.length = 0
    const lists = await ask()
    expect(lists.map(({ browsed }) => browsed)).toEqual([...visitors.map((_, i) => (i === 3 ? [99, 4] : [i + 1])), []])
    expect(lists.flatMap(({ cart: pieces }) => pieces)).toEqual([50])
    // One statement for the first request, one for all others together, and two that follow one shopper's links.
    expect(statements).toHaveLength(4)
    expect(await store.history('other.myshopify.com', visitors, 9)).toEqual({ browsed: [], cart: [], purchased: [] })
  })

  it('are the same as in SQLite for any links', async () => {
    const [{ store }] = await counting(1)
    const sqlite = sqliteDerivedTables(':memory:')
    const devices = ['visitor:a', 'visitor:b', 'visitor:c', 'client:a', 'client:b']
    const device = fc.constantFrom(...devices)
    const customer = fc.constantFrom('1', '2')
    const logins = fc
      .tuple(customer, device, fc.constantFrom('login' as const, 'claim' as const))
      .map(([who, on, kind]) => login(who, on, kind))
    const links = fc.array(
      fc.oneof(
        logins,
        fc.tuple(device, device).map((pair): [string, string][] => [pair]),
      ),
    )
    const subject = fc.oneof(
      device,
      customer.map((who) => `customer:${who}`),
    )
    const seenBy = fc.oneof(
      subject,
      logins.map(([link]) => link![0]),
    )
    const moved = fc.record({ product: fc.integer({ min: 1, max: 6 }), at: fc.integer({ min: 1, max: 9 }), by: seenBy })
    const asks = fc.array(fc.array(subject, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 5 })
    let runs = 0
    await fc.assert(
      fc.asyncProperty(links, fc.array(moved), asks, async (linked, moves, asked) => {
        const name = `run-${runs++}.example`
        const facts = moves.map(({ product, at, by }, i) =>
          fact(by, product, [{ browsedAtMs: at }, { addedAtMs: at }, { boughtAtMs: at }][i % 3]!),
        )
        const reported = batch({ links: linked.flat().filter(([a, b]) => a !== b), histories: facts })
        for (const one of [store, sqlite]) await one.apply(name, reported, windows)
        const answers = await Promise.all(asked.map((subjects) => store.history(name, subjects, 4)))
        for (const [i, subjects] of asked.entries()) expect(answers[i]).toEqual(await sqlite.history(name, subjects, 4))
      }),
      { numRuns: 60 },
    )
    await sqlite.close()
  })

  it('all fail with a failed statement, and later ones succeed', async () => {
    const [{ store, line }] = await counting(1)
    await store.apply(shop, batch({ histories: [seen('visitor:a', 1)] }), windows)
    line.isCut = true
    const asks = ['visitor:a', 'visitor:b', 'visitor:c'].map((visitor) => store.history(shop, [visitor], 9))
    expect((await Promise.allSettled(asks)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    line.isCut = false
    expect(await store.history(shop, ['visitor:a'], 9)).toMatchObject({ browsed: [1] })
  })
})

let opened = 0

describe('the models of a node that has not read an erasure', () => {
  const withErasures = storeNodes(DERIVED_SCHEMA, (db) =>
    Object.assign(postgresDerivedStore(db), {
      erasures: new PostgresNodes(db, { name: `node-${++opened}`, derives: () => true }),
      db,
    }),
  )

  it('are not stored, and are removed by the erasure if they were stored', async () => {
    const [store] = await withErasures(1)
    await store.apply(shop, batch({}), windows)
    const epoch = await store.erasureEpoch(shop)
    const stored = { offset: 1, bytes: Uint8Array.of(1), epoch }
    await store.putSnapshot(shop, 'm', stored)
    await store.erasures.announce(shop, { subjects: ['visitor:v'], sessions: [] })
    expect(await store.snapshot(shop, 'm')).toBeUndefined()
    await store.putSnapshot(shop, 'm', stored)
    expect(await store.snapshot(shop, 'm')).toBeUndefined()
    await store.putSnapshot(shop, 'm', { ...stored, epoch: await store.erasureEpoch(shop) })
    expect(await store.snapshot(shop, 'm')).toMatchObject({ offset: 1 })
  })

  it('are stored while another node derives the shop', async () => {
    const [store] = await withErasures(1)
    await store.apply(shop, batch({}), windows)
    await store.db.transaction(async (sql) => {
      await lockShopRow(new PostgresDerivedSql(sql), shop)
      await store.putSnapshot(shop, 'm', { offset: 1, bytes: Uint8Array.of(1), epoch: 0 })
    })
    expect(await store.snapshot(shop, 'm')).toMatchObject({ offset: 1 })
  })

  it('are not stored by a node that began during the erasure', async () => {
    const [store, watcher] = await withErasures(2)
    await store.apply(shop, batch({}), windows)
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    const untilWaiting = (count: number) =>
      expect.poll(async () => (await watcher!.db.rows(waiting)).length).toBe(count)
    let works: Promise<unknown>[] = []
    await store.db.transaction(async (sql) => {
      // Blocks the erasure at this table, after it has increased the shop's erasure epoch.
      await sql.run('LOCK TABLE erasures IN SHARE MODE')
      works = [store.erasures.announce(shop, { subjects: ['visitor:v'], sessions: [] })]
      await untilWaiting(1)
      works.push(store.putSnapshot(shop, 'm', { offset: 1, bytes: Uint8Array.of(1), epoch: 0 }))
      await untilWaiting(2)
    })
    await Promise.all(works)
    expect(await store.snapshot(shop, 'm')).toBeUndefined()
  })

  it('get an erasure until they have applied it, and then not again', async () => {
    const [one, other] = await withErasures(2)
    const reported: string[] = []
    const forget = async (_shop: string, shopper: { subjects: readonly string[] } | null) => {
      reported.push(...(shopper?.subjects ?? ['unknown']))
    }
    await one.apply(shop, batch({}), windows)
    await other!.erasures.hear(forget)
    for (const name of ['visitor:a', 'visitor:b']) await one.erasures.announce(shop, { subjects: [name], sessions: [] })
    const failing = other!.erasures.hear(async (of, shopper) => {
      if (shopper?.subjects.includes('visitor:b')) throw new Error('the store went away')
      await forget(of, shopper)
    })
    await expect(failing).rejects.toThrow('went away')
    expect([reported, other!.erasures.waiting]).toEqual([['visitor:a'], 1])
    await other!.erasures.hear(forget)
    await other!.erasures.hear(forget)
    expect([reported, other!.erasures.waiting]).toEqual([['visitor:a', 'visitor:b'], 0])
  })

  it('miss no erasure: unread ones are kept, and a node that was away too long learns everything again', async () => {
    const [one, other] = await withErasures(2)
    const reported: string[] = []
    const forget = async (_shop: string, shopper: { subjects: readonly string[] } | null) => {
      reported.push(...(shopper?.subjects ?? ['unknown']))
    }
    await one.apply(shop, batch({}), windows)
    await other!.erasures.hear(forget)
    await one.erasures.announce(shop, { subjects: ['visitor:a'], sessions: [] })
    await one.db.run("UPDATE erasures SET at = now() - interval '2 days'")
    await one.erasures.announce(shop, { subjects: ['visitor:b'], sessions: [] })
    await other!.erasures.hear(forget)
    expect(reported).toEqual(['visitor:a', 'visitor:b'])
    await one.db.run("UPDATE node_notices SET seen_at = now() - interval '8 days'")
    await one.erasures.announce(shop, { subjects: ['visitor:c'], sessions: [] })
    await other!.erasures.hear(forget)
    expect(reported.slice(2)).toEqual(['visitor:c', 'unknown'])
  })
})
