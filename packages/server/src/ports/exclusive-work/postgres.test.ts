import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PostgresDatabase } from '../postgres/database.ts'
import { openLink } from '../postgres/testing/network-link.ts'
import { testDatabase } from '../postgres/testing/shared-server.ts'
import { PostgresExclusiveWork } from './postgres.ts'

let url: string
let nodes: PostgresExclusiveWork[]
let watcher: pg.Client

beforeAll(async () => {
  url = await testDatabase()
  nodes = [1, 2].map((n) => new PostgresExclusiveWork({ url, name: `node-${n}` }))
  watcher = new pg.Client({ connectionString: url })
  await watcher.connect()
})
afterAll(async () => {
  for (const node of nodes) await node.close()
  await watcher.end()
})

const connectionsOf = async (name: string) =>
  (await watcher.query('SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = $1', [name])).rows[0].n

describe('work that nodes do one at a time', () => {
  it('never overlaps for one key on any nodes', async () => {
    let atWork = 0
    const most: number[] = []
    const work = async () => {
      most.push(++atWork)
      await new Promise(setImmediate)
      atWork--
    }
    await Promise.all(Array.from({ length: 20 }, (_, i) => nodes[i % 2]!.exclusively('a', work)))
    expect(most).toEqual(Array.from({ length: 20 }, () => 1))
  })

  it('needs one connection per node however much is waiting, and delays no other key', async () => {
    const [first] = nodes
    const begun = Promise.withResolvers<void>()
    const stuck = Promise.withResolvers<void>()
    const held = first!.exclusively('stuck', () => {
      begun.resolve()
      return stuck.promise
    })
    await begun.promise
    const behind = Array.from({ length: 6 }, () => first!.exclusively('stuck', async () => 'later'))
    expect(await Promise.all([1, 2, 3, 4, 5].map((n) => first!.exclusively(`other ${n}`, async () => n)))).toEqual([
      1, 2, 3, 4, 5,
    ])
    expect(await connectionsOf('node-1 locks')).toBe(1)
    const [{ state }] = (
      await watcher.query("SELECT state FROM pg_stat_activity WHERE application_name = 'node-1 locks'")
    ).rows
    // Outside of a transaction, the server does not end the session for being idle.
    expect(state).toBe('idle')
    stuck.resolve()
    await Promise.all([held, ...behind])
  })

  it('needs one connection per node for concurrent work on many keys', async () => {
    const fresh = new PostgresExclusiveWork({ url, name: 'node-3' })
    const begun = Array.from({ length: 6 }, () => Promise.withResolvers<void>())
    const stop = Promise.withResolvers<void>()
    const working = begun.map(({ resolve }, key) =>
      fresh.exclusively(`key ${key}`, () => {
        resolve()
        return stop.promise
      }),
    )
    await Promise.all(begun.map(({ promise }) => promise))
    expect(await connectionsOf('node-3 locks')).toBe(1)
    stop.resolve()
    await Promise.all(working)
    await fresh.close()
    await expect.poll(() => connectionsOf('node-3 locks')).toBe(0)
  })

  it('closes a connection that hangs before its session begins', async () => {
    let isSilent = true
    const link = await openLink(Number(new URL(url).port), (sent) => isSilent && sent.includes('pg_backend_pid'))
    const through = new URL(url)
    through.port = String(link.port)
    const fresh = new PostgresExclusiveWork({ url: through.href, answerWithinMs: 500 })
    const working = fresh.exclusively('silent', async () => 'done')
    await expect.poll(() => link.clients).toBe(1)
    isSilent = false
    expect(await working).toBe('done')
    expect(link.clients).toBe(1)
    await fresh.close()
    link.close()
  })

  it('cannot commit after its session is lost, and later work opens another session', async () => {
    const [first, second] = nodes
    const databases = [1, 2].map(() => new PostgresDatabase({ url }))
    const [mine, theirs] = databases as [PostgresDatabase, PostgresDatabase]
    const set = (db: PostgresDatabase, to: string) => db.run('UPDATE public.stock SET units = $1', [to])
    await watcher.query("CREATE TABLE public.stock AS SELECT 'begun' AS units")
    const late = Promise.withResolvers<void>()
    const held = first!.exclusively('lost', async () => {
      await set(mine, 'mine')
      await watcher.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'node-1 locks'",
      )
      const writing = mine.transaction(async (sql) => {
        await late.promise
        await sql.run('UPDATE public.stock SET units = $1', ['lost'])
      })
      await second!.exclusively('lost', () => set(theirs, 'theirs'))
      late.resolve()
      await writing
    })
    await expect(held).rejects.toMatchObject({ name: 'StoreBusy' })
    expect((await watcher.query('SELECT units FROM public.stock')).rows).toEqual([{ units: 'theirs' }])
    await first!.exclusively('lost', () => set(mine, 'again'))
    expect((await watcher.query('SELECT units FROM public.stock')).rows).toEqual([{ units: 'again' }])
    for (const db of databases) await db.close()
  })

  it('does not restrict transactions that continue after it has ended', async () => {
    const db = new PostgresDatabase({ url })
    const after = Promise.withResolvers<void>()
    const setOff = await nodes[0]!.exclusively('brief', async () => [after.promise.then(() => db.run('SELECT 1'))])
    after.resolve()
    expect(await setOff[0]).toBe(1)
    await db.close()
  })
})
