import type { Static } from 'typebox'
import { adminRoute, OPERATORS } from '../route.ts'
import { Text } from '../schema.ts'
import { LegacyEventRequest } from './event-envelope.ts'
import { exampleEnvelope } from './event-routes.ts'
import { Type } from '../type.ts'

export const HistoryAnswer = Type.Object({
  accepted: Type.Integer({ description: 'Events that are on disk now and were not before.' }),
  duplicates: Type.Integer({ description: 'Events whose id was there already.' }),
  rejected: Type.Array(Type.Object({ line: Type.Integer({ minimum: 1 }), error: Text() }), {
    description: 'The first 100 lines that were not taken, and why.',
  }),
})
export type HistoryAnswer = Static<typeof HistoryAnswer>

export const eventHistoryRoute = adminRoute({
  method: 'POST',
  path: '/shops/:shop/events/bulk',
  access: OPERATORS,
  summary: 'Import past events',
  description:
    'NDJSON, one event envelope a line as storefronts post it, of any age: the history of another system. Events keep their own times. ' +
    'Good lines are kept when others are bad; sending a file again changes nothing.',
  body: 'ndjson',
  request: LegacyEventRequest,
  response: HistoryAnswer,
  otherStatuses: { 404: 'There is no such shop.' },
  example: {
    request: exampleEnvelope,
    response: { accepted: 2, duplicates: 0, rejected: [{ line: 2, error: '"event.name" is required' }] },
  },
})
