import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PostgresDatabase, Sql } from '../postgres/database.ts'
import { byTurns } from '../postgres/testing/by-turns.ts'
import { storeNodes } from '../postgres/testing/nodes.ts'
import { eventLogContract } from './event-log.contract.ts'
import { postgresEventLog } from './postgres.ts'
import { EVENT_SCHEMA } from './postgres-schema.ts'

let opened = 0
const newSchema = () => `log_${++opened}`
const databases = new Set<PostgresDatabase>()
const nodes = storeNodes(EVENT_SCHEMA, (db) => {
  databases.add(db)
  return postgresEventLog(db, ':memory:')
})

eventLogContract('PostgreSQL', async (key) => byTurns(await nodes(1, key)))
eventLogContract('PostgreSQL on two nodes by turns', async (key) => byTurns(await nodes(2, key && `two_${key}`)))

const shop = 'a.myshopify.com'
const event = (id: string, subjects = ['visitor:v']) => ({
  id,
  receivedAtMs: 5,
  subjects,
  body: `{"id":"${id}"}`,
  sent: '{}',
})

describe('nodes on one log', () => {
  it('store each event once and without gaps while all append the same events', async () => {
    const logs = await nodes(3)
    const answers = await Promise.all(
      logs.flatMap((log) =>
        Array.from({ length: 10 }, (_, batch) =>
          log.append(
            shop,
            Array.from({ length: 20 }, (_, i) => event(`e${batch * 20 + i}`)),
          ),
        ),
      ),
    )
    expect(answers.flat().filter(Boolean)).toHaveLength(200)
    const read = await logs[0]!.read(shop, 0, 1000)
    expect(read.map(({ offset }) => offset)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
    expect(new Set(read.map(({ id }) => id)).size).toBe(200)
    for (const log of logs) await log.close()
  })

  it('append to several shops in any order without a deadlock', async () => {
    const logs = await nodes(2)
    const shops = ['a', 'b', 'c', 'd']
    const rounds = Array.from({ length: 10 }, (_, round) =>
      logs.map((log, n) => {
        const order = n === 0 ? shops : shops.toReversed()
        return log.appendAll(order.map((name) => ({ shop: name, event: event(`${n}-${round}`) })))
      }),
    )
    await Promise.all(rounds.flat())
    for (const name of shops) expect(await logs[0]!.lastOffset(name)).toBe(20)
    const positions = await logs[1]!.positions()
    const found = positions.map(({ shop, offset, intake }) => [shop, offset, intake.events])
    expect(found.toSorted()).toEqual(shops.map((name) => [name, 20, 20]))
    for (const log of logs) await log.close()
  })

  it('recognize ids that another node stored or erased before they started', async () => {
    const schema = newSchema()
    const [first] = await nodes(1, schema)
    await first!.append(shop, [event('kept'), event('gone', ['visitor:gone'])])
    await first!.erase(shop, ['visitor:gone'])
    const [second] = await nodes(1, schema)
    expect(await second!.append(shop, [event('kept'), event('gone'), event('new')])).toEqual([false, false, true])
    for (const log of [first!, second!]) await log.close()
  })

  it('accept the ids of a failed append again', async () => {
    const [log] = await nodes(1)
    const broken = { ...event('e2'), body: 'two\nlines' }
    await expect(log!.append(shop, [event('e1'), broken])).rejects.toThrow('one line')
    expect(await log!.append(shop, [event('e1')])).toEqual([true])
    await log!.close()
  })

  it('read a long log of short runs in its order', async () => {
    const [log] = await nodes(1)
    for (let i = 0; i < 30; i++) await log!.append(shop, [event(`e${2 * i}`), event(`e${2 * i + 1}`)])
    const chunk = await log!.readBodies(shop, 5, 20)
    expect(chunk.offsets).toEqual(Array.from({ length: 20 }, (_, i) => i + 6))
    expect(chunk.bodies.split('\n')).toEqual(Array.from({ length: 20 }, (_, i) => `{"id":"e${i + 5}"}`))
    await log!.close()
  })
})

describe('a commit of many shops', () => {
  it('takes two statements, or one if no other node appends, and stores each shop’s events', async () => {
    const [plain] = await nodes(1)
    await plain.close()
    const db = [...databases].at(-1) as PostgresDatabase
    let statements = 0
    const counted = (sql: Sql): Sql => ({
      rows(text, values) {
        statements++
        return sql.rows(text, values)
      },
      run(text, values) {
        statements++
        return sql.run(text, values)
      },
    })
    const counting = {
      ...{ schema: db.schema, onChanged: () => {}, ...counted(db) },
      transaction: (work: (sql: Sql) => Promise<unknown>) => {
        // BEGIN and COMMIT.
        statements += 2
        return db.transaction((sql) => work(counted(sql)))
      },
    } as unknown as PostgresDatabase
    const log = postgresEventLog(counting, ':memory:')
    const shops = Array.from({ length: 12 }, (_, n) => `shop-${n}`)
    const round = (id: string) => log.appendFree!(shops.map((name) => ({ shop: name, event: event(id) })))
    expect(await round('e1')).toEqual(shops.map(() => true))
    statements = 0
    expect(await round('e2')).toEqual(shops.map(() => true))
    expect(statements).toBe(2)
    statements = 0
    expect(await round('e3')).toEqual(shops.map(() => true))
    expect(statements).toBe(1)
    expect(await round('e2')).toEqual(shops.map(() => false))
    // After another node has erased events, the next commit does not accept their ids again.
    await postgresEventLog(db, ':memory:').erase('shop-3', ['visitor:v'])
    expect(await round('e1')).toEqual(shops.map(() => false))
    for (const name of shops) expect(await log.lastOffset(name)).toBe(3)
    await log.close()
  })
})

describe('nodes that append without waiting', () => {
  const SHOPS = ['shop-0', 'shop-1', 'shop-2']
  const entry = fc.record({ shop: fc.constantFrom(...SHOPS), id: fc.nat(200) })
  const round = fc.record({
    // Mostly node 0, so that it often appends several times in a row.
    node: fc.constantFrom(0, 0, 0, 0, 0, 1),
    entries: fc.array(entry, { minLength: 1, maxLength: 3 }),
    erased: fc.option(entry, { freq: 9 }),
  })

  type Round = typeof round extends fc.Arbitrary<infer One> ? One : never
  const keyOf = ({ shop: name, id }: Round['entries'][number]) => `${name} e${id}`

  /** Returns the keys of the erased events. */
  async function play(logs: Awaited<ReturnType<typeof nodes>>, { node, entries, erased }: Round): Promise<string[]> {
    const [log, other] = [logs[node]!, logs[1 - node]!]
    const gone = erased ? await other.erase(erased.shop, [`visitor:${erased.id}`]) : 0
    const wanted = entries.map(({ shop: name, id }) => ({ shop: name, event: event(`e${id}`, [`visitor:${id}`]) }))
    const outcomes = await log.appendFree!(wanted)
    const leftOut = wanted.filter((_, i) => outcomes[i] === undefined)
    if (leftOut.length > 0) await log.appendAll(leftOut)
    return erased && gone > 0 ? [keyOf(erased)] : []
  }

  async function keysIn(log: Awaited<ReturnType<typeof nodes>>[number], name: string): Promise<string[]> {
    return (await log.read(name, 0, 1000)).map(({ id }) => `${name} ${id}`)
  }

  it('store each event once and without gaps, even if others append or erase in between', async () => {
    const property = fc.asyncProperty(fc.array(round, { minLength: 40, maxLength: 80 }), async (rounds) => {
      const logs = await nodes(2)
      const erased = new Set<string>()
      for (const one of rounds) for (const key of await play(logs, one)) erased.add(key)
      const sent = new Set(rounds.flatMap(({ entries }) => entries.map(keyOf)))
      const read = await Promise.all(SHOPS.map((name) => keysIn(logs[1]!, name)))
      expect(read.flat().toSorted()).toEqual([...sent.difference(erased)].toSorted())
      // Erased events keep their offsets.
      const lengths = await Promise.all(SHOPS.map((name) => logs[0]!.lastOffset(name)))
      expect(lengths).toEqual(SHOPS.map((name) => [...sent].filter((key) => key.startsWith(name)).length))
      for (const log of logs) await log.close()
    })
    await fc.assert(property, { numRuns: 4 })
  })
})

describe('an append with a broken connection', () => {
  it('is stored once if it is sent again', async () => {
    const schema = newSchema()
    const [log] = await nodes(1, schema)
    await log!.append(shop, [event('e0')])
    await nodes(1, schema)
    const killer = [...databases].at(-1) as PostgresDatabase
    const killAll = () =>
      killer.rows(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'vitrine' AND datname = current_database() AND pid <> pg_backend_pid()",
      )
    for (let round = 1; round <= 10; round++) {
      const one = event(`e${round}`)
      // Every other event is appended in one statement, without a lock, because no other node appends.
      const appending = round % 2 === 0 ? log!.append(shop, [one]) : log!.appendFree!([{ shop, event: one }])
      const appended = (appending as Promise<unknown>).catch(() => undefined)
      await killAll()
      await appended
      await log!.append(shop, [event(`e${round}`)])
    }
    const read = await log!.read(shop, 0, 100)
    expect(read.map(({ id }) => id)).toEqual(Array.from({ length: 11 }, (_, i) => `e${i}`))
    await log!.close()
  })
})
