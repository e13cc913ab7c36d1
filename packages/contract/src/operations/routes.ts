import type { TSchema } from 'typebox'
import { Measure } from '../numbers.ts'
import type { Route } from '../route.ts'
import { AnyObject, Optional, Text } from '../schema.ts'
import { Type } from '../type.ts'

const Status = Type.Object({ status: Text() })

function operations<R extends TSchema>(
  route: Pick<
    Route,
    'path' | 'summary' | 'description' | 'responseType' | 'otherStatuses' | 'statusesWithBody' | 'example'
  > & {
    response: R
  },
): Route<TSchema, R> {
  return { method: 'GET', auth: 'none', side: 'search', errorShape: 'string', group: 'Operations', ...route }
}

export const healthRoute = operations({
  path: '/health',
  summary: 'Check whether the process is alive',
  response: Status,
  example: { response: { status: 'ok' } },
})

export const readyRoute = operations({
  path: '/ready',
  summary: 'Check whether every shop on disk can be served',
  description:
    'status is ready, starting, stopping, degraded (requests are served, and problems lists what an operator should check: a disk that is nearly full, events that cannot be used) or read_only (searches are answered, events and changes are refused: the disk is full, or the store has been unreachable for too long).',
  response: Type.Object({
    status: Text(),
    shops: Type.Integer(),
    waiting_for: Type.Array(Text()),
    embedding: Type.Integer('Shops whose texts are being embedded: their semantic search results may still change.'),
    problems: Type.Array(Text()),
  }),
  otherStatuses: {
    503: 'Not ready yet, and waiting_for says why; or requests should go elsewhere because the process is stopping or nothing can be written here.',
  },
  statusesWithBody: [503],
  example: { response: { status: 'ready', shops: 1, waiting_for: [], embedding: 0, problems: [] } },
})

export const metricsRoute = operations({
  path: '/metrics',
  summary: 'Prometheus metrics',
  response: Text(),
  responseType: 'text/plain; version=0.0.4',
})

export const openApiRoute = operations({
  path: '/openapi.json',
  summary: 'This document',
  response: AnyObject(),
})

export const demoImageRoute: Route = {
  method: 'GET',
  path: '/demo/images/:name',
  group: 'Operations',
  summary: 'A picture of the demo shop',
  description: '`<product handle>-<color>-<view>.webp`; the view is front, scene or detail.',
  auth: 'none',
  side: 'search',
  errorShape: 'string',
  query: {
    width: Optional(Measure('Pixels; the nearest of 160, 320, 480, 640 and 800 is served.')),
  },
  response: Text(),
  responseType: 'image/webp',
  otherStatuses: { 304: 'Not modified: the given ETag is current.', 404: 'There is no such picture.' },
}
