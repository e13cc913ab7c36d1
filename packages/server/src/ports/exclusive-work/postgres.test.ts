import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
  it('never overlaps for one key, whichever nodes it is on', async () => {
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

  it('takes one connection of a node, however much waits, and keeps no other key waiting', async () => {
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
    // Not in a transaction: nothing ends it for being idle.
    expect(state).toBe('idle')
    stuck.resolve()
    await Promise.all([held, ...behind])
  })

  it('is told when its session was lost, and goes on with another', async () => {
    const [first, second] = nodes
    const held = first!.exclusively('lost', async (isHeld) => {
      const before = isHeld()
      await watcher.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'node-1 locks'",
      )
      // Somebody else is at work by now.
      await second!.exclusively('lost', async () => {})
      return [before, isHeld()]
    })
    expect(await held).toEqual([true, false])
    expect(await first!.exclusively('lost', async (isHeld) => isHeld())).toBe(true)
  })
})
