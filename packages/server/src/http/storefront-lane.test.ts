import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type Route, storefrontRoute } from '@vitrine/contract'
import { Type } from 'typebox'
import { afterEach, describe, expect, it } from 'vitest'
import type { Shop } from '../ports/record-store/record-store.ts'
import type { EdgeDeps } from './app.ts'
import type { Exchange } from './exchange.ts'
import { StorefrontEdge } from './storefront-edge.ts'
import { type LaneTimes, StorefrontLane } from './storefront-lane.ts'

const MEBIBYTE = 1024 * 1024
const PATH = '/ask'
const ROUTE = storefrontRoute({
  path: PATH,
  group: 'Test',
  summary: 'Asks',
  auth: 'shop',
  side: 'base',
  errorShape: 'string',
  request: Type.Object({}),
  response: Type.Object({}),
}) as Route
const TIMES: LaneTimes = { idleMs: 60_000, requestMs: 60_000, sweepMs: 60_000, lastMs: 60_000 }

const plain = (body = '{}') =>
  `POST ${PATH} HTTP/1.1\r\nhost: x\r\nx-shop: s\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`
const CHUNKED = 'POST /other HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n'

describe('StorefrontLane', () => {
  const closers: (() => void)[] = []
  afterEach(() => {
    for (const close of closers.splice(0)) close()
  })

  /** A lane whose requests `answer` is asked, before a server that notes what it is left. */
  async function open(answer: (exchange: Exchange, socket: Socket) => void, times: Partial<LaneTimes> = {}) {
    const left: string[] = []
    const server = createServer((request, response) => {
      left.push(request.url as string)
      request.resume().on('end', () => response.end('left'))
    })
    const edge = new StorefrontEdge(edgeDeps(), { onAnswered: () => {}, onFault: () => {} })
    const lane = new StorefrontLane(edge, server, { ...TIMES, ...times })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
    const [socket] = (await once(server, 'connection')) as [Socket]
    edge.serve(ROUTE, (_call, exchange) => answer(exchange, socket))
    closers.push(
      () => client.destroy(),
      () => server.close(),
    )
    return { client, socket, left, server, lane }
  }

  it('hands bytes over once, though more come between an answer and the next look', async () => {
    let exchange: Exchange | undefined
    const asked = Promise.withResolvers<void>()
    const { client, socket, left } = await open((given) => {
      exchange = given
      asked.resolve()
    })
    client.write(plain() + CHUNKED)
    await asked.promise
    exchange?.send({})
    socket.push(Buffer.from(`2\r\n{}\r\n0\r\n\r\n${get('/last')}`))
    const text = await readUntil(client, (seen) => seen.split('HTTP/1.1 ').length === 4)
    expect(left).toEqual(['/other', '/last'])
    expect(statusesIn(text)).toEqual(['200', '200', '200'])
  })

  it('reads no more than it answers from whoever sends on without waiting', async () => {
    const one = plain()
    const count = Math.ceil((8 * MEBIBYTE) / one.length)
    let answered = 0
    let mostAhead = 0
    const { client } = await open((exchange, socket) => {
      mostAhead = Math.max(mostAhead, socket.bytesRead - answered * one.length)
      answered++
      exchange.send({})
      if (answered === 5000) client.destroy()
    })
    client.write(one.repeat(count))
    await once(client, 'close')
    expect(mostAhead).toBeLessThan(MEBIBYTE / 2)
  })

  it('goes on reading for the rest of a large body behind others', async () => {
    const { client } = await open((exchange) => exchange.send({}))
    const large = JSON.stringify({ text: 'x'.repeat(200 * 1024) })
    client.write(plain().repeat(1000) + plain(large) + plain())
    const text = await readUntil(client, (seen) => seen.split('HTTP/1.1 ').length === 1003)
    expect(new Set(statusesIn(text))).toEqual(new Set(['200']))
  })

  it('makes no answer before the last has been taken', async () => {
    const waiting: number[] = []
    const large = { text: 'x'.repeat(MEBIBYTE) }
    const { client } = await open((exchange, socket) => {
      waiting.push(socket.writableLength)
      exchange.send(large)
      // Read on only after the turn in which a next answer could have been made.
      if (socket.writableLength > 0) setImmediate(() => setImmediate(() => client.resume()))
    })
    client.pause().write(plain().repeat(50))
    await readBytes(client, 50 * MEBIBYTE)
    expect(waiting).toEqual(Array(50).fill(0))
  })

  it('ends a connection whose answer nobody reads', async () => {
    const { client, socket } = await open((exchange) => exchange.send({ text: 'x'.repeat(64 * MEBIBYTE) }), {
      requestMs: 1,
      sweepMs: 1,
    })
    client.pause().write(plain())
    await once(socket, 'close')
    expect(socket.destroyed).toBe(true)
  })

  it('does not wait for who does not read, when it is stopped', async () => {
    const asked = Promise.withResolvers<void>()
    const { client, server, lane } = await open(
      (exchange) => {
        exchange.send({ text: 'x'.repeat(64 * MEBIBYTE) })
        asked.resolve()
      },
      { lastMs: 1 },
    )
    client.pause().write(plain())
    await asked.promise
    lane.stop()
    await new Promise((resolve) => server.close(resolve))
    expect(server.listening).toBe(false)
  })

  it('answers all that was sent before the end', async () => {
    const { client, left } = await open((exchange) => setImmediate(() => exchange.send({})))
    client.end(plain() + plain() + plain())
    const text = await readUntil(client, () => false)
    expect(statusesIn(text)).toEqual(['200', '200', '200'])
    expect([...text.matchAll(/connection: (\S+)/g)].map((match) => match[1])).toEqual([
      'keep-alive',
      'keep-alive',
      'close',
    ])
    expect(left).toEqual([])
  })

  it('ends with the last plain request where what is behind it cannot be handed over', async () => {
    let exchange: Exchange | undefined
    const asked = Promise.withResolvers<void>()
    const { client, socket } = await open((given) => {
      exchange = given
      asked.resolve()
    })
    client.end(plain() + get('/a'))
    await Promise.all([asked.promise, once(socket, 'end')])
    exchange?.send({})
    expect(statusesIn(await readUntil(client, () => false))).toEqual(['200'])
  })
})

function edgeDeps(): EdgeDeps {
  const shop = { id: 's' } as Shop
  return {
    auth: { recallShop: () => shop },
    clock: () => 0,
    newId: () => 'id',
    role: 'all',
    region: 'local',
    rateLimitPerMinute: 0,
  } as unknown as EdgeDeps
}

const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1])

/** What came by the time it is enough, or the connection closed. */
function readUntil(client: Socket, isEnough: (seen: string) => boolean): Promise<string> {
  return new Promise((resolve) => {
    let seen = ''
    client.on('data', (chunk) => {
      seen += chunk
      if (isEnough(seen)) resolve(seen)
    })
    client.on('close', () => resolve(seen))
  })
}

function readBytes(client: Socket, count: number): Promise<void> {
  return new Promise((resolve) => {
    client.on('data', () => client.bytesRead >= count && resolve())
  })
}
