import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type HttpDeliverySettings, httpAlertDelivery } from './http.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

async function listen(handler: RequestListener): Promise<string> {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function deliveryFor(settings: HttpDeliverySettings = {}) {
  const delivery = httpAlertDelivery(settings)
  open.push(() => delivery.close())
  return delivery
}

const loopback: HttpDeliverySettings = { isAllowedAddress: () => true, isAllowedPort: () => true }
const inside = ((_name: string, _options: object, callback: (error: null, found: object[]) => void) =>
  callback(null, [{ address: '10.1.2.3', family: 4 }])) as unknown as NonNullable<HttpDeliverySettings['lookup']>

const delivered = { body: '{}', headers: { 'webhook-id': 'a' } }

describe('an alert', () => {
  it('is posted as JSON, without other headers of the server', async () => {
    let heard: object = {}
    const url = await listen((request, response) => {
      heard = { method: request.method, ...request.headers }
      response.writeHead(204).end()
    })
    await deliveryFor(loopback).send(url, delivered)
    expect(heard).toMatchObject({ method: 'POST', 'content-type': 'application/json', 'user-agent': 'Vitrine' })
    expect(heard).toMatchObject({ 'webhook-id': 'a' })
    expect(heard).not.toHaveProperty('authorization')
  })

  it.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://169.254.169.254/latest',
    'http://8.8.8.8:22/',
    'http://intern.example/',
  ])('is not sent to an internal address, and the error does not reveal what a name resolves to: %s', async (url) => {
    const refused = deliveryFor({ lookup: inside }).send(url, delivered)
    await expect(refused).rejects.toThrow(/^the address is not allowed$/)
  })

  it('does not follow a redirect', async () => {
    let asked = 0
    const target = await listen((_, response) => {
      asked++
      response.end()
    })
    const url = await listen((_, response) => response.writeHead(307, { location: target }).end())
    await expect(deliveryFor(loopback).send(url, delivered)).rejects.toThrow('the address answered 307')
    expect(asked).toBe(0)
  })

  it('fails with the same message for a silent and a closed address', async () => {
    const silent = await listen(() => {})
    await expect(deliveryFor({ ...loopback, timeoutMs: 50 }).send(silent, delivered)).rejects.toThrow(
      /^the address did not answer$/,
    )
    await expect(deliveryFor(loopback).send('http://127.0.0.1:9/', delivered)).rejects.toThrow(
      /^the address did not answer$/,
    )
  })
})
