import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dataFolderTarget } from '../target/data-folder-target.ts'
import { syncCommand } from './sync.ts'

const SHOP = 'feed.myshopify.com'
let folder: string
let server: Server
let url: string
let rows: string[]
let requests: (string | undefined)[]
let printed: string[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-sync-'))
  rows = ['a', 'b', 'c', 'd', 'e', 'f']
  requests = []
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: string) => void printed.push(line))
  server = createServer((request, response) => {
    const known = request.headers['if-none-match']
    requests.push(known)
    const etag = `"${rows.join('')}"`
    if (known === etag) return void response.writeHead(304).end()
    const csv = ['id,title,price', ...rows.map((id) => `${id},Mug ${id},5`)].join('\n')
    response.writeHead(200, { 'content-type': 'text/csv', etag }).end(csv)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.csv`
  const target = dataFolderTarget(join(folder, 'data'))
  await target.saveShop(SHOP, { name: 'Feed', currency: 'EUR' } as never)
  await target.close()
})
afterEach(async () => {
  vi.restoreAllMocks()
  process.exitCode = undefined
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

async function sync(...words: string[]): Promise<string> {
  printed = []
  const place = ['--url', url, '--data', join(folder, 'data')]
  await syncCommand().parseAsync(['feed', ...place, ...words], { from: 'user' })
  return printed.join('\n')
}

async function titles(): Promise<string[]> {
  const target = dataFolderTarget(join(folder, 'data'))
  const found: string[] = []
  for await (const { title } of target.products(SHOP)) found.push(title)
  await target.close()
  return found.sort()
}

describe('vitrine sync feed', () => {
  it('deletes products that are no longer in the feed', async () => {
    expect(await sync()).toContain('6 created, 0 updated, 0 unchanged, 0 deleted, 0 rejected')
    rows = rows.slice(1)
    expect(await sync()).toContain('0 created, 0 updated, 5 unchanged, 1 deleted, 0 rejected')
    expect(await titles()).toEqual(['Mug b', 'Mug c', 'Mug d', 'Mug e', 'Mug f'])
    expect(process.exitCode).toBeUndefined()
  })

  it('deletes nothing and exits with 2 if more products are gone than allowed', async () => {
    await sync()
    rows = rows.slice(2)
    expect(await sync()).toContain('nothing was deleted')
    expect([process.exitCode, (await titles()).length]).toEqual([2, 6])
    expect(await sync('--max-deletes', '50%')).toContain('2 deleted')
  })

  it('does not read an unchanged feed again', async () => {
    const state = join(folder, 'state.json')
    await sync('--state', state)
    expect(await sync('--state', state)).toContain('nothing has changed')
    expect(requests).toEqual([undefined, '"abcdef"'])
    expect(JSON.parse(readFileSync(state, 'utf8'))).toMatchObject({ etag: '"abcdef"' })
    writeFileSync(state, '{')
    expect(await sync('--state', state)).toContain('6 unchanged')
  })

  it('prints JSON with --json', async () => {
    expect(JSON.parse(await sync('--json'))).toMatchObject({ url, created: 6 })
  })

  it.each([
    [['--every', 'soon'], '--every must be a time'],
    [['--max-deletes', '101'], 'a percentage from 0 to 100'],
    [['--max-deletes', '-1'], 'a percentage from 0 to 100'],
    [['--max-deletes', 'x'], 'a percentage from 0 to 100'],
  ])('refuses %o before it sends a request', async (words, message) => {
    await expect(sync(...words)).rejects.toThrow(message)
    expect(requests).toEqual([])
  })
})
