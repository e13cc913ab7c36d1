import { storefrontRoute, type Route } from '@vitrine/contract'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import type { Shop } from '../ports/record-store/record-store.ts'
import type { EdgeDeps } from './app.ts'
import { answering, StorefrontEdge } from './storefront-edge.ts'

const ROUTE = storefrontRoute({
  path: '/ask',
  group: 'Test',
  summary: 'Asks',
  auth: 'shop',
  side: 'base',
  errorShape: 'string',
  request: Type.Object({}),
  response: Type.Object({}),
}) as Route

describe('answering', () => {
  it.each([
    ['at once', () => ({ big: 1n })],
    ['later', async () => ({ big: 1n })],
  ])('fails where the answer, given %s, cannot be written', async (_when, handler) => {
    const faults: unknown[] = []
    const edge = new StorefrontEdge(
      { auth: { recallShop: () => ({ id: 's' }) as Shop }, clock: () => 0, newId: () => 'id' } as unknown as EdgeDeps,
      { onAnswered: () => {}, onFault: (error) => faults.push(error) },
    )
    edge.serve(ROUTE, answering(handler))
    const status = await new Promise((resolve) => {
      const headers = { 'x-shop': 's', 'content-length': '0' }
      edge.takeWhole({ path: '/ask', headers, bytes: Buffer.alloc(0) }, resolve)
    })
    expect([status, faults.length]).toEqual([500, 1])
  })
})
