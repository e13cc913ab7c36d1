import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { completeConfig } from '@vitrine/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { httpAlertDelivery } from '../../ports/alert-delivery/http.ts'
import { sqliteAdminStore } from '../../ports/admin-store/sqlite.ts'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { type AlertDeps, evaluateAlerts, type Reading } from './alerts.ts'
import { webhookSecret } from './webhook-signature.ts'

const MINUTE_MS = 60_000
const SECRET = webhookSecret('a secret of the deployment', 's')

interface Received {
  headers: Record<string, string | string[] | undefined>
  body: string
}

let server: Server
let received: Received[]
let status = 200
const delivery = httpAlertDelivery({ isAllowedAddress: () => true, isAllowedPort: () => true })
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await delivery.close()
  server.close()
})
beforeEach(() => {
  received = []
  status = 200
})

function newShop() {
  const webhook_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts`
  const shop = { id: 's', config: completeConfig({ alerts: { webhook_url } }) } as unknown as Shop
  const admin = sqliteAdminStore(':memory:')
  let nowMs = 1_000_000
  let value = 1
  const deps: AlertDeps = {
    admin,
    measure: async (): Promise<Reading[]> => [{ kind: 'error_share', value, threshold: 0.5, message: 'm' }],
    delivery,
    webhookSecretOf: () => SECRET,
    newId: () => 'alert-1',
    clock: () => nowMs,
  }
  return {
    admin,
    measures(next: number) {
      value = next
    },
    async look(afterMinutes = 0) {
      nowMs += afterMinutes * MINUTE_MS
      await evaluateAlerts(deps, shop)
      return (await admin.listAlerts('s'))[0]?.delivery
    },
  }
}

describe('a delivery', () => {
  it('is signed over id, time and body, as in Standard Webhooks', async () => {
    const { look, admin } = newShop()
    expect(await look()).toBe('sent')
    const [{ headers, body }] = received as [Received]
    const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64')
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    expect(headers['webhook-timestamp']).toBe('1000')
    expect(JSON.parse(body)).toMatchObject({ shop: 's', alert: { kind: 'error_share', closed_at: null } })
    await admin.close()
  })

  it('that fails is tried again after 1, 5, 30, 120 and 480 minutes under the same id, then given up', async () => {
    const { look, admin } = newShop()
    status = 503
    expect(await look()).toMatch(/^not taken, try 1 of 6: /)
    await look()
    expect(received).toHaveLength(1)
    const delays = [1, 4, 25, 90, 360]
    for (const [i, minutes] of delays.entries()) {
      await look(minutes - 0.5)
      expect(received).toHaveLength(i + 1)
      expect(await look(0.5)).toMatch(new RegExp(`^not taken, try ${i + 2} of 6: `))
    }
    await look(10_000)
    expect(received).toHaveLength(6)
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(['alert-1-opened']))
    await admin.close()
  })

  it('is made by only one of several nodes, under one id', async () => {
    const { look, admin } = newShop()
    await Promise.all([look(), look(), look()])
    expect(received).toHaveLength(1)
    status = 503
    const { look: again, admin: other } = newShop()
    await again()
    await Promise.all([again(1), again(), again()])
    expect(received).toHaveLength(3)
    for (const one of [admin, other]) await one.close()
  })

  it('is made by another node if the first one is gone', async () => {
    const { look, admin } = newShop()
    const reading = { kind: 'error_share', message: 'm', value: 1, threshold: 0.5 }
    const nobody = { acknowledgedAtMs: null, acknowledgedBy: null, delivery: null }
    const opened = { id: 'left', ...reading, openedAtMs: 1_000_000, closedAtMs: null, ...nobody }
    await admin.openAlert('s', { ...opened, dueAtMs: 1_000_000 + 2 * MINUTE_MS })
    await look(1)
    expect(received).toHaveLength(0)
    expect(await look(1)).toBe('sent')
    expect(received[0]?.headers['webhook-id']).toBe('left-opened')
    await admin.close()
  })

  it('is finished once it succeeds', async () => {
    const { look, admin } = newShop()
    status = 500
    await look()
    status = 204
    expect(await look(1)).toBe('sent')
    await look(1000)
    expect(received).toHaveLength(2)
    await admin.close()
  })

  it('of a closed alert has its own id and tries', async () => {
    const { look, measures, admin } = newShop()
    status = 500
    await look()
    measures(0)
    expect(await look()).toMatch(/^not taken, try 1 of 6: /)
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(['alert-1-opened', 'alert-1-closed'])
    await admin.close()
  })
})

it('shops have secrets of their own', () => {
  expect(webhookSecret('x'.repeat(32), 'a')).not.toBe(webhookSecret('x'.repeat(32), 'b'))
})
