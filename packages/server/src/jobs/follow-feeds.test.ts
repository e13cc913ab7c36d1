import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { FeedFollower } from './follow-feeds.ts'

it('imports a feed again only after a change; after a failure it is read completely', async () => {
  let version = 1
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.headers['if-none-match'])
    const etag = `"${version}"`
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.writeHead(200, { etag }).end(`feed ${version}`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`
  const imported: string[] = []
  const errors: unknown[] = []
  const follower = new FeedFollower([{ shop: 'a.example', url, everyMs: 86_400_000 }], {
    importFeed: async ({ shop }, bytes) => {
      let text = ''
      for await (const piece of bytes) text += Buffer.from(piece).toString()
      if (text === 'feed 2' && errors.length === 0) throw new Error('disk full')
      imported.push(`${shop} ${text}`)
      return {} as never
    },
    onImported: () => {},
    onError: (error) => errors.push(error),
  })
  await follower.runOnce()
  await follower.runOnce()
  expect(imported).toEqual(['a.example feed 1'])
  version = 2
  await follower.runOnce()
  await follower.runOnce()
  expect(imported).toEqual(['a.example feed 1', 'a.example feed 2'])
  expect([errors.length, asked]).toEqual([1, [undefined, '"1"', '"1"', '"1"']])
  server.close()
  await follower.runOnce()
  expect(String(errors[1])).toContain('cannot be fetched')
})

it('a server that never ends its feed delays neither other feeds nor the end of the process', async () => {
  const server = createServer((request, response) => {
    response.writeHead(200).write('a piece')
    if (request.url === '/ends') response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const feeds = ['hangs', 'ends'].map((name) => ({ shop: name, url: `http://127.0.0.1:${port}/${name}`, everyMs: 86_400_000 })) // biome-ignore format: one line reads better
  const [imported, errors] = [Promise.withResolvers<string>(), [] as unknown[]]
  const hanging = Promise.withResolvers<void>()
  const follower = new FeedFollower(feeds, {
    importFeed: async ({ shop }, bytes) => {
      for await (const _piece of bytes) if (shop === 'hangs') hanging.resolve()
      imported.resolve(shop)
      return {} as never
    },
    onImported: () => {},
    onError: (error) => errors.push(error),
  })
  follower.start()
  expect(await imported.promise).toBe('ends')
  await hanging.promise
  await follower.close()
  expect(errors).toHaveLength(1)
  server.closeAllConnections()
  server.close()
})
