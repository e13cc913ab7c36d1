import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { Connections } from './connections.ts'

const newConnections = () => new Connections(() => 'an-id')

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

  it('gives a request a limited time to come in', () => {
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
})
