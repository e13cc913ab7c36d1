import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { hashText } from '../sqlite/hash-text.ts'
import { keyOf } from './event-keys.ts'
import { KeySet } from './key-set.ts'
import { packEntries } from './packed-entries.ts'
import { SqliteEventTables } from './sqlite-event-tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-ids-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const DAY_MS = 86_400_000
const nowMs = Date.parse('2026-03-01T12:00:00Z')
const uuid = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
const event = (id: string, receivedAtMs = nowMs, subjects: string[] = []) => ({
  id,
  receivedAtMs,
  subjects,
  body: '{"a":1}',
  sent: '{}',
})

let opened = 0
function open(path = join(folder, `${++opened}.sqlite`), idsInMemory = 100) {
  return { path, log: new SqliteEventTables(path, { idsInMemory }) }
}

describe('event ids', () => {
  it('are recognized across runs and a restart, for each shop separately', () => {
    const { path, log } = open()
    for (let i = 0; i < 1000; i += 50)
      log.append(
        's',
        Array.from({ length: 50 }, (_, j) => event(uuid(i + j))),
      )
    log.close()
    const again = open(path).log
    for (const i of [0, 99, 100, 500, 998, 999]) expect(again.append('s', [event(uuid(i))])).toEqual([false])
    expect(again.append('s', [event(uuid(1000)), event(uuid(1000)), event(uuid(5))])).toEqual([true, false, false])
    expect(again.append('other', [event(uuid(5))])).toEqual([true])
    expect(again.lastOffset('s')).toBe(1001)
    expect(again.read('s', 0, 2000).map(({ id }) => id)).toEqual(Array.from({ length: 1001 }, (_, i) => uuid(i)))
    again.close()
  })

  it('are all read again at the start, for every shop', () => {
    const { path, log } = open(undefined, 1e6)
    for (const shop of ['a', 'b', 'c'])
      log.append(
        shop,
        Array.from({ length: 350 }, (_, i) => event(uuid(i))),
      )
    log.close()
    for (let start = 0; start < 3; start++) {
      const again = open(path).log
      for (const shop of ['a', 'b', 'c'])
        for (const i of [0, 120, 349])
          expect([shop, i, again.append(shop, [event(uuid(i))])]).toEqual([shop, i, [false]])
      again.append('a', [event(uuid(5000 + start))])
      again.close()
    }
  })

  it('are kept for 7 days with events, even if the clock jumps', () => {
    const { log } = open()
    let made = 0
    const fill = (atMs: number) =>
      log.append(
        's',
        Array.from({ length: 100 }, () => event(uuid(100_000 + made++), atMs)),
      )
    log.append('s', [event(uuid(1))])
    fill(nowMs)
    fill(nowMs + 300 * DAY_MS)
    for (let day = 0; day <= 7; day++) {
      fill(nowMs + day * DAY_MS)
      expect([day, log.append('s', [event(uuid(1), nowMs + day * DAY_MS)])]).toEqual([day, [false]])
    }
    for (let day = 8; day <= 14; day++) fill(nowMs + day * DAY_MS)
    expect(log.append('s', [event(uuid(1), nowMs + 14 * DAY_MS)])).toEqual([true])
    log.close()
  })

  it('of erased events are recognized after a restart', async () => {
    const { path, log } = open()
    log.append('s', [event(uuid(1), nowMs, ['visitor:gone']), event(uuid(2))])
    expect(await log.erase('s', ['visitor:gone'])).toBe(1)
    log.close()
    const again = open(path).log
    expect(again.append('s', [event(uuid(1))])).toEqual([false])
    expect(again.read('s', 0, 9).map(({ id }) => id)).toEqual([uuid(2)])
    again.close()
  })

  it('of a failed commit are accepted again', () => {
    const { path, log } = open()
    log.append('s', [event('e0')])
    const other = new DatabaseSync(path)
    other.exec("CREATE TRIGGER refuse BEFORE INSERT ON chunks BEGIN SELECT raise(ABORT, 'no room'); END")
    expect(() => log.append('s', [event('e1'), event('e2')])).toThrow('no room')
    expect(() => log.append('new shop', [event('e1')])).toThrow('no room')
    other.exec('DROP TRIGGER refuse')
    other.close()
    expect(log.append('s', [event('e0'), event('e1'), event('e2')])).toEqual([false, true, true])
    expect(log.read('s', 0, 9).map(({ offset }) => offset)).toEqual([1, 2, 3])
    expect(log.listShops()).toEqual(['s'])
    log.close()
  })

  it('are recognized after a failed commit of several shops', () => {
    const entries = (shop: string, count: number) =>
      Array.from({ length: count }, (_, i) => ({ shop, event: event(uuid(i)) }))
    // Salts are random, so keys have other slots in each round. The second chunk makes the key set grow.
    for (let round = 0; round < 100; round++) {
      const log = new SqliteEventTables(':memory:')
      log.appendAll(entries('s', 250))
      const { chunks } = packEntries([...entries('a', 250), ...entries('b', 50)])
      const broken = { ...chunks[1]!, bodies: undefined as unknown as Uint8Array<ArrayBuffer> }
      expect(() => log.appendPacked([chunks[0]!, broken], 'posted')).toThrow()
      expect(log.appendAll(entries('s', 250)).some(Boolean)).toBe(false)
      log.close()
    }
  })

  it('never share a key within a shop', () => {
    const salt = Uint32Array.of(1, 2, 3, 4)
    const keys = new Set(Array.from({ length: 50_000 }, (_, i) => keyOf(uuid(i), salt).join()))
    expect(keys.size).toBe(50_000)
    expect(keyOf('E1', salt)).not.toEqual(keyOf('e1', salt))
    expect(keyOf(uuid(1), Uint32Array.of(9, 9, 9, 9))).not.toEqual(keyOf(uuid(1), salt))
  })
})

describe('KeySet', () => {
  it('keeps earlier keys when the keys of a commit are taken back', () => {
    const word = fc.integer({ min: 0, max: 0xffffffff })
    // Only 40 different first words, so that many keys share a slot and use the following ones.
    const key = fc.tuple(fc.integer({ min: 1, max: 40 }), word, word, word).map((words) => Uint32Array.from(words))
    const keys = (maxLength: number) => fc.uniqueArray(key, { maxLength, selector: String })
    fc.assert(
      fc.property(keys(400), keys(900), (kept, commit) => {
        const set = new KeySet()
        for (const one of kept) set.add(one, 0)
        set.reserve(commit.length)
        const added = commit.filter((one) => !set.has(one, 0))
        for (const one of added) set.add(one, 0)
        for (const one of added.toReversed()) set.undoAdd(one, 0)
        expect(set.size).toBe(kept.length)
        expect(kept.every((one) => set.has(one, 0))).toBe(true)
        expect(added.some((one) => set.has(one, 0))).toBe(false)
      }),
      { numRuns: 30 },
    )
  })

  it('is empty after it was cleared, and accepts keys again', () => {
    const set = new KeySet()
    const salt = new Uint32Array(4)
    for (let i = 0; i < 2000; i++) set.add(keyOf(uuid(i), salt), 0)
    set.clear()
    expect([set.size, set.toWords().length, set.has(keyOf(uuid(7), salt), 0)]).toEqual([0, 0, false])
    set.add(keyOf(uuid(7), salt), 0)
    expect([set.size, set.has(keyOf(uuid(7), salt), 0)]).toEqual([1, true])
  })

  it('contains the keys that were added and not taken back', () => {
    const ids = fc.array(fc.uuid(), { maxLength: 300 })
    fc.assert(
      fc.property(ids, ids, (kept, undone) => {
        const salt = new Uint32Array(4)
        const set = new KeySet()
        for (const id of kept) set.add(keyOf(id, salt), 0)
        const late = [...new Set(undone)].filter((id) => !kept.includes(id))
        set.reserve(late.length)
        for (const id of late) set.add(keyOf(id, salt), 0)
        for (const id of late.toReversed()) set.undoAdd(keyOf(id, salt), 0)
        expect(set.size).toBe(new Set(kept).size)
        expect(set.toWords().length).toBe(4 * set.size)
        expect(kept.every((id) => set.has(keyOf(id, salt), 0))).toBe(true)
        expect(late.some((id) => set.has(keyOf(id, salt), 0))).toBe(false)
      }),
    )
  })
})

describe('a log of an earlier version', () => {
  it('keeps offsets, gaps, ids and subjects after the migration', async () => {
    const path = join(folder, 'earlier.sqlite')
    const db = new DatabaseSync(path)
    db.exec(`
      CREATE TABLE shops (number INTEGER PRIMARY KEY, shop TEXT NOT NULL UNIQUE, last_offset INTEGER NOT NULL) STRICT;
      CREATE TABLE events (row INTEGER PRIMARY KEY, id TEXT NOT NULL, received_at INTEGER NOT NULL, subjects TEXT NOT NULL,
        body TEXT NOT NULL, sent TEXT NOT NULL DEFAULT '{"context":{}}') STRICT;
      CREATE TABLE chunks (row INTEGER PRIMARY KEY, hashes BLOB NOT NULL) STRICT;
      CREATE TABLE ids_2900 (hash INTEGER PRIMARY KEY, row INTEGER NOT NULL) STRICT;
      INSERT INTO shops VALUES (1, 'a', 2500), (2, 'b', 3);
      PRAGMA user_version = 2;`)
    const insert = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)')
    const put = (shop: number, offset: number) =>
      insert.run(shop * 2 ** 36 + offset, uuid(offset), nowMs, 'visitor:v\nclient:c', `{"n":${offset}}`, '{"é":"☃"}')
    for (let offset = 1; offset <= 2500; offset++) if (offset !== 1234) put(1, offset)
    for (const offset of [1, 3]) put(2, offset)
    // Early versions kept only a hash of an erased event.
    const erased = db.prepare('INSERT INTO ids_2900 VALUES (?, ?)')
    erased.run(hashText(uuid(1234), 1), 2 ** 36 + 1234)
    erased.run(hashText(uuid(1233), 1), 2 ** 36 + 1233)
    erased.run(hashText(uuid(2), 2), 2 * 2 ** 36 + 2)
    db.close()
    const { log } = open(path)
    expect(log.lastOffset('a')).toBe(2500)
    const events = log.read('a', 0, 5000)
    expect(events.map(({ offset }) => offset)).toEqual(
      Array.from({ length: 2500 }, (_, i) => i + 1).filter((offset) => offset !== 1234),
    )
    expect(events[0]).toEqual({
      ...event(uuid(1), nowMs, ['visitor:v', 'client:c']),
      offset: 1,
      body: '{"n":1}',
      sent: '{"é":"☃"}',
    })
    expect(log.read('b', 0, 9).map(({ offset }) => offset)).toEqual([1, 3])
    expect(log.append('a', [event(uuid(7)), event(uuid(9999))])).toEqual([false, true])
    expect(log.append('a', [event(uuid(1233)), event(uuid(1234))])).toEqual([false, false])
    expect(log.readBodies('a', 2499, 5)).toEqual({
      offsets: [2500, 2501],
      bodies: '{"n":2500}\n{"a":1}',
      isLast: true,
    })
    expect(await log.erase('b', ['visitor:v'])).toBe(2)
    log.close()
    const again = open(path).log
    expect(again.lastOffset('a')).toBe(2501)
    expect(again.append('a', [event(uuid(1234))])).toEqual([false])
    expect(again.append('b', [event(uuid(1234)), event(uuid(2))])).toEqual([true, false])
    again.drop('b')
    expect(again.append('c', [event(uuid(2))])).toEqual([true])
    again.close()
  })
})
