import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { type GuardedHttpSettings, guardedHttpSource } from './guarded-http.ts'
import { ImageRefused } from './image-source.ts'
import { isPublicAddress } from './public-address.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** Counts requests, so that a test can prove that none was sent. */
async function listen(handler: RequestListener) {
  let requests = 0
  const server: Server = createServer((request, response) => {
    requests++
    handler(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, requests: () => requests }
}

/** Allows loopback addresses and all ports, but otherwise works as in production. */
function sourceFor(settings: GuardedHttpSettings = {}) {
  const source = guardedHttpSource({
    isAllowedAddress: (address) => address === '127.0.0.1' || isPublicAddress(address),
    isAllowedPort: () => true,
    ...settings,
  })
  open.push(() => source.close())
  return source
}

async function reasonOf(answer: Promise<unknown>): Promise<string> {
  const error = await answer.then(
    () => expect.fail('it was answered'),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ImageRefused)
  expect((error as ImageRefused).publicMessage).toBe('image_url is not allowed')
  return (error as ImageRefused).reason
}

type Lookup = NonNullable<GuardedHttpSettings['lookup']>
/** Returns the next list of addresses at each call, and then repeats the last one. */
function resolver(...answers: string[][]): Lookup {
  let asked = 0
  const lookup = (_: string, __: object, callback: (error: null, found: object[]) => void) => {
    const list = answers[Math.min(asked++, answers.length - 1)]!
    callback(
      null,
      list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return lookup as unknown as Lookup
}

const image = Buffer.from('the bytes of a picture')

describe('a guarded fetch', () => {
  it('returns the bytes of a picture, and sends no cookies or credentials', async () => {
    let heard: Record<string, unknown> = {}
    const { url } = await listen((request, response) => {
      heard = request.headers
      response.end(image)
    })
    expect(Buffer.from(await sourceFor().fetch(`${url}/a.png`))).toEqual(image)
    expect(heard).toMatchObject({ 'accept-encoding': 'identity', 'user-agent': 'Vitrine' })
    for (const header of ['cookie', 'authorization', 'referer']) expect(heard).not.toHaveProperty(header)
  })

  it.each([
    ['http://127.0.0.1/', 'address'],
    ['http://127.1/', 'address'],
    ['http://2130706433/', 'address'],
    ['http://0x7f000001/', 'address'],
    ['http://0177.0.0.1/', 'address'],
    ['http://0/', 'address'],
    ['http://127.0.0.1./', 'address'],
    ['http://①②⑦.0.0.1/', 'address'],
    ['http://[::1]/', 'address'],
    ['http://[::ffff:127.0.0.1]/', 'address'],
    ['http://[::127.0.0.1]/', 'address'],
    ['http://[64:ff9b::7f00:1]/', 'address'],
    ['http://[2002:7f00:1::]/', 'address'],
    ['http://[fe80::1%25eth0]/', 'url'],
    ['http://169.254.169.254/latest/meta-data/', 'address'],
    ['http://user@8.8.8.8/', 'credentials'],
    ['http://user:secret@8.8.8.8/', 'credentials'],
    ['http://8.8.8.8:22/', 'port'],
    ['http://8.8.8.8:8080/', 'port'],
    ['https://8.8.8.8:6379/', 'port'],
    ['ftp://8.8.8.8/a.png', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['gopher://8.8.8.8/', 'scheme'],
    ['data:image/png;base64,AAAA', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['//8.8.8.8/a.png', 'url'],
    ['not an address', 'url'],
    ['', 'url'],
  ])('refuses %s', async (url, reason) => {
    const source = guardedHttpSource()
    open.push(() => source.close())
    expect(await reasonOf(source.fetch(url))).toBe(reason)
  })

  it.each([
    '10.0.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '224.0.0.1',
    '203.0.113.9',
  ])('refuses a name that resolves to %s', async (address) => {
    const source = sourceFor({ lookup: resolver([address]) })
    expect(await reasonOf(source.fetch('http://shop.example/a.png'))).toBe('address')
  })

  it('refuses a name with one bad address among good ones', async () => {
    const { port, requests } = await listen((_, response) => response.end(image))
    const source = sourceFor({ lookup: resolver(['127.0.0.1', '10.0.0.1']) })
    expect(await reasonOf(source.fetch(`http://shop.example:${port}/`))).toBe('address')
    expect(requests()).toBe(0)
  })

  it('connects to the checked address, even if the name resolves differently later', async () => {
    const { port, requests } = await listen((_, response) => response.end(image))
    const source = sourceFor({ lookup: resolver(['127.0.0.1'], ['10.0.0.1']) })
    expect(Buffer.from(await source.fetch(`http://shop.example:${port}/`))).toEqual(image)
    expect(requests()).toBe(1)
  })

  it('checks the address of the connected socket before anything is sent', async () => {
    const { port, requests } = await listen((_, response) => response.end(image))
    let checks = 0
    // The address passes when it is resolved, and fails when the socket is connected.
    const source = sourceFor({ lookup: resolver(['127.0.0.1']), isAllowedAddress: () => checks++ === 0 })
    expect(await reasonOf(source.fetch(`http://shop.example:${port}/`))).toBe('address')
    expect(requests()).toBe(0)
  })

  it('checks each redirect again', async () => {
    for (const [location, reason] of [
      ['http://10.0.0.1/', 'address'],
      ['http://[::1]/', 'address'],
      ['http://user@8.8.8.8/', 'credentials'],
      ['file:///etc/passwd', 'scheme'],
      ['//169.254.169.254/', 'address'],
    ] as const) {
      const { url } = await listen((_, response) => response.writeHead(302, { location }).end())
      expect(await reasonOf(sourceFor().fetch(url))).toBe(reason)
    }
  })

  it('refuses a redirect to another port', async () => {
    const other = await listen((_, response) => response.end(image))
    const first = await listen((_, response) => response.writeHead(307, { location: other.url }).end())
    const source = sourceFor({ isAllowedPort: (port) => port === first.port })
    expect(await reasonOf(source.fetch(first.url))).toBe('port')
    expect(other.requests()).toBe(0)
  })

  it('follows three redirects, not four', async () => {
    const { url } = await listen((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) response.end(image)
      else response.writeHead(301, { location: `/${left - 1}` }).end()
    })
    expect(Buffer.from(await sourceFor().fetch(`${url}/3`))).toEqual(image)
    expect(await reasonOf(sourceFor().fetch(`${url}/4`))).toBe('redirects')
  })

  it('refuses error statuses and a redirect without a location', async () => {
    for (const status of [204, 302, 401, 404, 500]) {
      const { url } = await listen((_, response) => response.writeHead(status).end())
      expect(await reasonOf(sourceFor().fetch(url))).toBe('status')
    }
  })

  it('refuses an announced length over the limit without reading the body', async () => {
    const { url } = await listen((_, response) => response.writeHead(200, { 'content-length': '6000000' }).write('x'))
    expect(await reasonOf(sourceFor().fetch(url))).toBe('size')
  })

  it('accepts a body of exactly the limit and aborts an endless one', async () => {
    const exact = await listen((_, response) => response.end(Buffer.alloc(1000)))
    expect(await sourceFor({ maxBytes: 1000 }).fetch(exact.url)).toHaveLength(1000)
    const endless = await listen((_, response) => {
      const pour = () => {
        while (response.write(Buffer.alloc(65_536))) if (response.destroyed) return
      }
      response.on('drain', pour)
      pour()
    })
    expect(await reasonOf(sourceFor().fetch(endless.url))).toBe('size')
  })

  it('fails for a body that is shorter or longer than announced', async () => {
    const cutOff = await listen((_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('only this')
      response.socket?.end()
    })
    expect(await reasonOf(sourceFor().fetch(cutOff.url))).toBe('network')
    const longer = await listen((request) => {
      request.socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\n0123456789')
    })
    const answer = await sourceFor()
      .fetch(longer.url)
      .then(
        (bytes) => bytes.length,
        (error: ImageRefused) => error.reason,
      )
    expect([5, 'network']).toContain(answer)
  })

  it.each(['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip'])('refuses a body with the encoding %s', async (encoding) => {
    const { url } = await listen((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(gzipSync(Buffer.alloc(1_000_000))),
    )
    expect(await reasonOf(sourceFor().fetch(url))).toBe('encoding')
  })

  it('times out before the head, within it, and on a slow body', async () => {
    const silent = await listen(() => {})
    const half = await listen((request) => void request.socket.write('HTTP/1.1 200 OK\r\ncontent-'))
    const dripping = await listen((_, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('x'), 10)
      response.on('close', () => clearInterval(drip))
    })
    for (const { url } of [silent, half, dripping]) {
      expect(await reasonOf(sourceFor({ timeoutMs: 80 }).fetch(url))).toBe('timeout')
    }
  })

  it('does not reveal the address if nobody listens there', async () => {
    const { url, port } = await listen(() => {})
    await open.shift()!()
    expect(url).toContain(String(port))
    expect(await reasonOf(sourceFor().fetch(url))).toBe('network')
  })

  it('stops when the caller aborts', async () => {
    const { url } = await listen(() => {})
    expect(await reasonOf(sourceFor().fetch(url, AbortSignal.abort()))).toBe('network')
  })
})
