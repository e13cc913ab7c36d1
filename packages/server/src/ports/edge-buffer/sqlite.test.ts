import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { StoredServe } from '../derived-store/derived-records.ts'
import { openDatabase } from '../sqlite/database.ts'
import type { Spooled, Waiting } from './edge-buffer.ts'
import { sqliteEdgeBuffer } from './sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-spool-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const event = (id: string, shop = 'a.myshopify.com', sent = '{}'): Spooled => ({
  ...{ shop, origin: `${shop} 2026` },
  event: { id, receivedAtMs: 1, subjects: ['visitor:v'], body: '{}', sent },
})
const { shop, origin } = event('1')
const serve: Spooled = { shop, origin, serve: { requestId: 'r', products: [] } as unknown as StoredServe }

const unnumbered = (rows: readonly Waiting[]) => rows.map(({ no: _, ...row }) => row)
const numbers = (rows: readonly Waiting[]) => rows.map(({ no }) => no)

it('returns rows in order of arrival until they are removed', async () => {
  const spool = sqliteEdgeBuffer(join(folder, 'order.db'))
  expect(await spool.read(10, [])).toEqual([])
  await spool.add([serve, event('1'), event('2')])
  await spool.add([event('3')])
  const first = await spool.read(3, [])
  expect(unnumbered(first)).toEqual([serve, event('1'), event('2')])
  expect(await spool.read(3, [])).toEqual(first)
  await spool.remove(numbers(first))
  expect(unnumbered(await spool.read(3, []))).toEqual([event('3')])
  expect(await spool.waiting()).toBe(1)
  await spool.close()
})

it('keeps one event per shop and id', async () => {
  const spool = sqliteEdgeBuffer(join(folder, 'once.db'))
  expect(await spool.add([event('1'), event('1'), event('1', 'b.myshopify.com')])).toEqual([true, false, true])
  expect(unnumbered(await spool.read(10, [origin]))).toEqual([event('1', 'b.myshopify.com')])
  await spool.close()
})

it('never reuses numbers, so that a late removal does not remove newer rows', async () => {
  const path = join(folder, 'late.db')
  const spool = sqliteEdgeBuffer(path)
  await spool.add([event('1', 'b.myshopify.com'), event('1')])
  const read = numbers(await spool.read(10, []))
  await spool.remove(read)
  await spool.close()
  const again = sqliteEdgeBuffer(path)
  await again.add([event('2')])
  await again.remove(read)
  expect(unnumbered(await again.read(10, []))).toEqual([event('2')])
  await again.close()
})

it('returns about 16 MiB at a time, so that large events do not fill the memory', async () => {
  const spool = sqliteEdgeBuffer(join(folder, 'large.db'))
  const sent = 'x'.repeat(3 * 1024 * 1024)
  await spool.add(Array.from({ length: 12 }, (_, i) => event(String(i), shop, sent)))
  const sizes: number[] = []
  for (;;) {
    const rows = await spool.read(1000, [])
    if (rows.length === 0) break
    sizes.push(rows.length)
    await spool.remove(numbers(rows))
  }
  expect(sizes).toEqual([6, 6])
  await spool.close()
})

it('leaves no byte of removed rows in its files', async () => {
  const spool = sqliteEdgeBuffer(join(folder, 'bytes.db'))
  const secret = 'planted5521'
  const rows = Array.from({ length: 200 }, (_, i) => event(`${secret}-${i}`))
  await spool.add(rows)
  await spool.remove(numbers(await spool.read(1000, [])))
  const files = readdirSync(folder).filter((file) => file.startsWith('bytes.db'))
  expect(files.filter((file) => readFileSync(join(folder, file)).includes(secret))).toEqual([])
  await spool.close()
})

it('reads the rows of an earlier version', async () => {
  const path = join(folder, 'before.db')
  const old = openDatabase(path, [
    'CREATE TABLE spool (no INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT UNIQUE, body TEXT NOT NULL) STRICT;',
  ])
  const { origin: _, ...body } = event('1')
  old.prepare('INSERT INTO spool (event, body) VALUES (?, ?)').run(`${shop} 1`, JSON.stringify(body))
  old.close()
  const spool = sqliteEdgeBuffer(path)
  expect(unnumbered(await spool.read(10, []))).toEqual([{ ...event('1'), origin: shop }])
  await spool.close()
})
