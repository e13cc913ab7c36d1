import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { StoredServe } from '../derived-store/derived-records.ts'
import { openDatabase } from '../sqlite/database.ts'
import type { Spooled } from './edge-buffer.ts'
import { sqliteEdgeBuffer } from './sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-spool-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const event = (id: string, shop = 'a.myshopify.com'): Spooled => ({
  ...{ shop, origin: `${shop} 2026` },
  event: { id, receivedAtMs: 1, subjects: ['visitor:v'], body: '{}', sent: '{}' },
})
const { shop, origin } = event('1')
const serve: Spooled = { shop, origin, serve: { requestId: 'r', products: [] } as unknown as StoredServe }

it('gives what waits in the order it came, again and again, until it is removed', async () => {
  const spool = sqliteEdgeBuffer(join(folder, 'order.db'))
  expect(await spool.read(10, [])).toEqual({ upTo: 0, rows: [] })
  await spool.add([serve, event('1'), event('2')])
  await spool.add([event('3')])
  const first = await spool.read(3, [])
  expect(first.rows).toEqual([serve, event('1'), event('2')])
  expect(await spool.read(3, [])).toEqual(first)
  await spool.remove(origin, first.upTo)
  expect((await spool.read(3, [])).rows).toEqual([event('3')])
  expect(await spool.waiting()).toBe(1)
  await spool.close()
})

it('keeps an event once while it waits, and the same id of another shop', async () => {
  const spool = sqliteEdgeBuffer(join(folder, 'once.db'))
  expect(await spool.add([event('1'), event('1'), event('1', 'b.myshopify.com')])).toEqual([true, false, true])
  expect((await spool.read(10, [origin])).rows).toEqual([event('1', 'b.myshopify.com')])
  await spool.close()
})

it('removes nothing that came after a batch was read, nor of another shop', async () => {
  const path = join(folder, 'late.db')
  const spool = sqliteEdgeBuffer(path)
  await spool.add([event('1', 'b.myshopify.com'), event('1')])
  const { upTo } = await spool.read(10, [])
  await spool.remove(origin, upTo)
  await spool.close()
  const again = sqliteEdgeBuffer(path)
  await again.add([event('2')])
  await again.remove(origin, upTo)
  expect((await again.read(10, [])).rows).toEqual([event('1', 'b.myshopify.com'), event('2')])
  await again.close()
})

it('keeps what the version before left', async () => {
  const path = join(folder, 'before.db')
  const old = openDatabase(path, [
    'CREATE TABLE spool (no INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT UNIQUE, body TEXT NOT NULL) STRICT;',
  ])
  const { origin: _, ...body } = event('1')
  old.prepare('INSERT INTO spool (event, body) VALUES (?, ?)').run(`${shop} 1`, JSON.stringify(body))
  old.close()
  const spool = sqliteEdgeBuffer(path)
  expect((await spool.read(10, [])).rows).toEqual([{ ...event('1'), origin: shop }])
  await spool.close()
})
