import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { CONNECTION_LIMITS, type ConnectionLimits, Connections } from './connections.ts'
import { TooBusy } from '../features/errors.ts'

const newConnections = (limits: Partial<ConnectionLimits> = {}, now = () => 0, later = (_then: () => void) => {}) =>
  new Connections({ newId: () => 'an-id', limits: { ...CONNECTION_LIMITS, ...limits }, now, later })

async function connected(server: Server): Promise<Socket> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(server, 'connection')
  return client
}

describe('Connections', () => {
  it('ends idle connections on every address when it stops', async () => {
    const connections = newConnections()
    const servers = [connections.listen(() => {}, 60_000), connections.listen(() => {}, 60_000)]
    const clients = await Promise.all(servers.map(connected))
    const ended = clients.map((client) => once(client.resume(), 'close'))
    connections.stop()
    await Promise.all(ended)
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  })

  it('limits the time for a request to arrive', () => {
    expect(newConnections().listen(() => {}, 1000).requestTimeout).toBeGreaterThan(0)
  })

  it.each([
    ['400 Bad Request', 'no HTTP at all\r\n\r\n'],
    ['431 Request Header Fields Too Large', `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('answers %s with an id and CORS', async (status, bytes) => {
    const server = newConnections().listen(() => {}, 60_000)
    const client = await connected(server)
    let text = ''
    client
      .on('error', () => {})
      .on('data', (chunk) => {
        text += chunk
      })
    client.write(bytes)
    await once(client, 'close')
    server.close()
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status}\\r\\n`))
    expect(text).toContain('\r\nx-request-id: an-id\r\n')
    expect(text).toContain('\r\naccess-control-allow-origin: *\r\n')
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toEqual({ error: expect.any(String) })
  })

  const GET = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'
  const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1])

  async function all(client: Socket): Promise<string> {
    let text = ''
    client.on('error', () => {}).on('data', (chunk) => (text += chunk))
    await once(client, 'close')
    return text
  }

  it('answers pipelined requests one by one, each after the previous answer was sent', async () => {
    const waiting: number[] = []
    const large = Buffer.alloc(1024 * 1024)
    const server = newConnections().listen((request, response) => {
      waiting.push(request.socket.writableLength)
      response.end(large)
    }, 60_000)
    const client = await connected(server)
    client.pause().write(GET.repeat(20))
    let bytes = 0
    client.on('data', (chunk) => (bytes += chunk.length))
    client.resume()
    while (bytes < 20 * large.length) await once(client, 'data')
    client.destroy()
    server.close()
    expect(waiting).toEqual(Array(20).fill(0))
  })

  it('answers 503 and closes the connection if too many requests are pipelined', async () => {
    let handled = 0
    const server = newConnections().listen((_request, response) => {
      handled++
      response.end('{}')
    }, 60_000)
    const client = await connected(server)
    let read = 0
    server.on('request', () => read++)
    client.write(GET.repeat(20_000))
    const text = await all(client)
    server.closeAllConnections()
    server.close()
    expect(handled).toBeLessThanOrEqual(65)
    // Node reads 64 kB before it can be stopped.
    expect(read * GET.length).toBeLessThan(3 * 64 * 1024)
    expect(new Set(statusesIn(text))).toEqual(new Set(['200', '503']))
    expect(text).toContain('\r\nretry-after: 1\r\n')
  })

  it('closes the quietest connection for a new one, and answers 503 if none is quiet', async () => {
    let nowMs = 0
    const connections = newConnections({ connections: 2, quietMs: 1000 }, () => nowMs)
    const server = connections.listen((_request, response) => response.end('{}'), 60_000)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const open = async () => {
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
      await once(server, 'connection')
      return client
    }
    const first = await open()
    nowMs = 500
    const second = await open()
    const refused = await all(await open())
    expect(statusesIn(refused)).toEqual(['503'])
    expect(refused).toContain('\r\nretry-after: 1\r\n')
    nowMs = 1200
    const closed = once(first.resume(), 'close')
    const third = await open()
    await closed
    expect([second.destroyed, third.destroyed, connections.count]).toEqual([false, false, 2])
    for (const client of [second, third]) client.destroy()
    server.close()
  })

  it('limits the bytes of unread answers by closing the quietest connection', async () => {
    let nowMs = 0
    const connections = newConnections({ heldBytes: 10, quietMs: 1000 }, () => nowMs)
    const sockets: Socket[] = []
    const server = connections.listen((request) => sockets.push(request.socket), 60_000)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const open = async () => {
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
      client.write(GET)
      await once(server, 'request')
      return client
    }
    const first = await open()
    const second = await open()
    connections.holdAnswer(sockets[0] as Socket, 6)
    expect(() => connections.holdAnswer(sockets[1] as Socket, 6)).toThrow(TooBusy)
    nowMs = 1500
    const closed = once(first.resume(), 'close')
    connections.holdAnswer(sockets[1] as Socket, 6)
    await closed
    expect(connections.heldBytes).toBe(6)
    second.destroy()
    await once(sockets[1] as Socket, 'close')
    expect(connections.heldBytes).toBe(0)
    server.close()
  })

  it('closes a connection whose answer is not read in time', async () => {
    let nowMs = 0
    const connections = newConnections({ answerMs: 5000 }, () => nowMs)
    const server = connections.listen((request) => connections.holdAnswer(request.socket, 7), 60_000)
    const client = await connected(server)
    client.write(GET)
    await once(server, 'request')
    connections.sweep()
    expect(connections.heldBytes).toBe(7)
    nowMs = 6000
    const closed = once(client.resume(), 'close')
    connections.sweep()
    await closed
    expect(connections.heldBytes).toBe(0)
    server.close()
  })

  describe('the connection of a streamed answer', () => {
    /** More bytes than the system buffers for a client that does not read. */
    const LARGE = Buffer.alloc(16 * 1024 * 1024)

    async function unread(limits: Partial<ConnectionLimits>) {
      const clock = { nowMs: 0 }
      const connections = newConnections(limits, () => clock.nowMs)
      const server = connections.listen((_request, response) => void response.write(LARGE), 60_000)
      const client = await connected(server)
      client
        .on('error', () => {})
        .pause()
        .write(GET)
      const [request] = await once(server, 'request')
      while (request.socket.writableLength === 0) await new Promise(setImmediate)
      return { clock, connections, server, client }
    }

    it('is closed for a new connection if the answer is not read', async () => {
      const { clock, server, client } = await unread({ connections: 1, quietMs: 1000 })
      clock.nowMs = 1500
      const newcomer = connect((server.address() as AddressInfo).port, '127.0.0.1')
      const closed = once(client.resume(), 'close')
      newcomer.write(GET)
      const [answer] = await once(newcomer, 'data')
      expect(statusesIn(String(answer))).toEqual(['200'])
      await closed
      newcomer.destroy()
      server.close()
    })

    it('is closed if the client reads nothing for long', async () => {
      const { clock, connections, server, client } = await unread({ answerMs: 5000 })
      clock.nowMs = 4000
      connections.sweep()
      expect(connections.count).toBe(1)
      let bytes = 0
      client.on('data', (chunk) => (bytes += chunk.length)).resume()
      while (bytes < LARGE.length) await once(client, 'data')
      clock.nowMs = 6000
      connections.sweep()
      expect(connections.count).toBe(1)
      client.destroy()
      server.close()
      const again = await unread({ answerMs: 5000 })
      again.clock.nowMs = 6000
      const closed = once(again.client.resume(), 'close')
      again.connections.sweep()
      await closed
      again.server.close()
    })
  })

  it('closes other new connections of an address that floods, and accepts none from it for a second', async () => {
    let nowMs = 0
    const connections = newConnections({}, () => nowMs)
    const server = connections.listen((_request, response) => response.end('{}'), 60_000)
    const flood = await connected(server)
    const open = async () => {
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
      await once(server, 'connection')
      return client
    }
    const fresh = await open()
    const closed = once(fresh.resume(), 'close')
    flood.on('error', () => {}).write(GET.repeat(1000))
    await Promise.all([closed, all(flood)])
    await once((await open()).resume(), 'close')
    nowMs = 1001
    const client = await open()
    client.write(GET)
    const [answer] = await once(client, 'data')
    expect(statusesIn(String(answer))).toEqual(['200'])
    client.destroy()
    server.close()
  })

  it('ignores a connection that is already closed and has no address', () => {
    const connections = newConnections()
    const server = connections.listen(() => expect.fail('nobody asked'), 60_000)
    const gone = new Socket()
    server.emit('connection', gone)
    expect([gone.destroyed, connections.count]).toEqual([true, 0])
  })

  it('pauses a connection after a request was refused with 429', async () => {
    const heldBack: (() => void)[] = []
    let handled = 0
    const connections = newConnections({}, undefined, (then) => heldBack.push(then))
    const server = connections.listen((_request, response) => {
      handled++
      response.writeHead(handled === 1 ? 429 : 200).end('{}')
    }, 60_000)
    const client = await connected(server)
    client.write(GET + GET + GET)
    let text = ''
    client.on('data', (chunk) => (text += chunk))
    while (statusesIn(text).length < 1) await once(client, 'data')
    while (heldBack.length === 0) await new Promise(setImmediate)
    expect([handled, statusesIn(text)]).toEqual([1, ['429']])
    for (const goOn of heldBack) goOn()
    while (statusesIn(text).length < 3) await once(client, 'data')
    client.destroy()
    server.close()
    expect(statusesIn(text)).toEqual(['429', '200', '200'])
  })

  describe('the rest of a refused body', () => {
    const POST = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n'
    const piece = Buffer.alloc(1000)

    async function refused(answer: RequestListener) {
      const timers: (() => void)[] = []
      const server = newConnections({}, undefined, (then) => timers.push(then)).listen(answer, 60_000)
      const client = await connected(server)
      client.on('error', () => {}).write(POST)
      const [text] = await once(client, 'data')
      expect(statusesIn(String(text))).toEqual(['413'])
      while (timers.length === 0) await new Promise(setImmediate)
      const wait = () => {
        for (const timer of timers.splice(0)) timer()
      }
      return { server, client, wait }
    }

    it('is read as long as bytes arrive, and then the connection is closed', async () => {
      let received = 0
      const { server, client, wait } = await refused((request, response) => {
        request.on('data', (chunk) => (received += chunk.length))
        response.writeHead(413).end('{}')
      })
      for (let sent = 1; sent <= 3; sent++) {
        client.write(piece)
        while (received < sent * piece.length) await new Promise(setImmediate)
        wait()
      }
      expect(client.closed).toBe(false)
      wait()
      await once(client, 'close')
      server.close()
    })

    it('ends with the connection even if the request has released its socket', async () => {
      const { server, client, wait } = await refused((request, response) => {
        response.writeHead(413).end('{}', () => Object.assign(request, { socket: null }))
      })
      for (const _ of [1, 2]) wait()
      await once(client, 'close')
      server.close()
    })
  })
})
