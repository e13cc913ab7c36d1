import { externalId } from '../platform-id.ts'
import { adminRoute, EVERY_ROLE } from '../route.ts'
import { Nullable, OneOf, Optional, Text } from '../schema.ts'
import { Type } from '../type.ts'

const EmbeddingSpace = Type.Object({
  kind: OneOf(['text', 'image']),
  space: Text('The model and how it is used. Vectors of two spaces are never compared.'),
  done: Type.Integer('Number of products that have vectors; products without a picture never have image vectors.'),
  total: Type.Integer(),
  complete: Type.Boolean(
    'true: every product has been processed in its current state. While a model is being replaced, the earlier model’s vectors are used until then.',
  ),
})

const ImageFailure = Type.Object({
  product_id: Type.Integer(),
  ...externalId,
  src: Text(),
  reason: Text(),
  attempts: Type.Integer(),
  retry_at: Nullable(Text('null: only when the product changes.')),
})

export const embeddingRoute = adminRoute('GET /shops/:shop/embedding', EVERY_ROLE, {
  summary: 'Show how much of the catalog is embedded, and which pictures failed',
  query: {
    limit: Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'Failures listed.' })),
  },
  response: Type.Object({ spaces: Type.Array(EmbeddingSpace), failures: Type.Array(ImageFailure) }),
  otherStatuses: { 404: 'There is no such shop.' },
  example: {
    response: {
      spaces: [{ kind: 'text', space: 'all-minilm-l6-v2-8bit@1', done: 812, total: 1000, complete: false }],
      failures: [
        {
          product_id: 632910392,
          src: 'https://cdn.example/a.jpg',
          reason: 'timeout',
          attempts: 2,
          retry_at: '2026-01-01T00:04:00.000Z',
        },
      ],
    },
  },
})
