import type { Route } from './route.ts'
import { Optional, Text } from './schema.ts'
import { Measure } from './numbers.ts'

/** Pictures of the demo shop, drawn by the service itself. */
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
    width: Optional(Measure({ description: 'Pixels; the nearest of 160, 320, 480, 640 and 800 is served.' })),
  },
  response: Text(),
  responseType: 'image/webp',
  otherStatuses: { 304: 'The picture with the given ETag is current.', 404: 'There is no such picture.' },
}
