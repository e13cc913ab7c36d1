import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { StoredServe } from '../derived-store/derived-store.ts'
import type { LogEntry } from '../event-log/event-log.ts'
import { sqliteEdgeBuffer } from './sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-spool-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const event = (id: string, shop = 'a.myshopify.com'): LogEntry => ({
  shop,
  event: { id, receivedAtMs: 1, subjects: ['visitor:v'], body: '{}', sent: '{}' },
})
const serve = { shop: 'a.myshopify.com', serve: { requestId: 'r', products: [] } as unknown as StoredServe }

it('gives what waits in the order it came, again and again, until it is removed', async () => {
  const spool = sqliteEdgeBuffer(join(folder, 'order.db'))
  expect(await spool.read(10)).toEqual({ upTo: 0, events: [], serves: [] })
  await spool.addServes([serve])
  await spool.addEvents([event('1'), event('2')])
  await spool.addEvents([event('3')])
  const first = await spool.read(3)
  expect(first).toMatchObject({ events: [event('1'), event('2')], serves: [serve] })
  expect(await spool.read(3)).toEqual(first)
  await spool.remove(first.upTo)
  expect((await spool.read(3)).events).toEqual([event('3')])
  expect(await spool.waiting()).toBe(1)
  await spool.close()
})

it('keeps an event once while it waits, and the same id of another shop', async () => {
  const spool = sqliteEdgeBuffer(join(folder, 'once.db'))
  expect(await spool.addEvents([event('1'), event('1'), event('1', 'b.myshopify.com')])).toEqual([true, false, true])
  expect(await spool.waiting()).toBe(2)
  await spool.close()
})

it('removes nothing that came after a batch was read, though all before it is gone', async () => {
  const path = join(folder, 'late.db')
  const spool = sqliteEdgeBuffer(path)
  await spool.addEvents([event('1')])
  const { upTo } = await spool.read(10)
  await spool.remove(upTo)
  await spool.close()
  const again = sqliteEdgeBuffer(path)
  await again.addEvents([event('2')])
  await again.remove(upTo)
  expect((await again.read(10)).events).toEqual([event('2')])
  await again.close()
})
