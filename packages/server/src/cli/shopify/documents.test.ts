/** Every dated schema of the platform must accept each document without deprecated fields. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type GraphQLSchema, parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { WEBHOOK_TOPICS } from '@vitrine/contract'
import * as documents from './documents.ts'
import { readSchema, schemaVersions } from './testing/schemas.ts'

const all = {
  SHOP_QUERY: documents.SHOP_QUERY,
  PUBLICATIONS_QUERY: documents.PUBLICATIONS_QUERY,
  MARKETS_QUERY: documents.MARKETS_QUERY,
  COLLECTIONS_QUERY: documents.COLLECTIONS_QUERY,
  OPERATION_QUERY: documents.OPERATION_QUERY,
  RUN_OPERATION: documents.RUN_OPERATION,
  WEBHOOKS_QUERY: documents.WEBHOOKS_QUERY,
  CREATE_WEBHOOK: documents.CREATE_WEBHOOK,
  productsOperation: documents.productsOperation(['de', 'pt-BR']),
  PLACES_OPERATION: documents.PLACES_OPERATION,
}

const faults = (schema: GraphQLSchema, text: string) => validate(schema, parse(text)).map(({ message }) => message)

describe.each(schemaVersions('admin'))('%s', (name) => {
  it('accepts every document and webhook topic', () => {
    const schema = readSchema(name)
    for (const [document, text] of Object.entries(all)) expect([document, faults(schema, text)]).toEqual([document, []])
    const topics = schema.getType('WebhookSubscriptionTopic') as unknown as { getValue(name: string): unknown }
    for (const topic of WEBHOOK_TOPICS) expect(topics.getValue(documents.topicName(topic))).toBeDefined()
  })
})

describe('documents', () => {
  it('are validated by a schema that refuses unknown fields', () => {
    const [name = ''] = schemaVersions('admin').slice(-1)
    expect(name).toBe(`admin_${documents.API_VERSION}`)
    expect(faults(readSchema(name), '{ products { edges { node { pictures } } } }')).toHaveLength(1)
  })

  it('have at most five connections per bulk operation, the platform’s limit', () => {
    for (const text of [documents.productsOperation(['de']), documents.PLACES_OPERATION])
      expect(text.match(/\bedges\b/g)?.length).toBeLessThanOrEqual(5)
  })

  it('in the guide for storefronts are accepted by every Storefront API', () => {
    const guide = readFileSync(join(import.meta.dirname, '../../../../../docs/guides/connect-shopify.md'), 'utf8')
    const blocks = [...guide.matchAll(/```graphql storefront\n([\s\S]*?)```/g)].map(([, text]) => text ?? '')
    expect(blocks.length).toBeGreaterThan(0)
    const versions = schemaVersions('storefront')
    expect(versions.length).toBeGreaterThan(0)
    for (const name of versions)
      for (const text of blocks) expect([name, faults(readSchema(name), text)]).toEqual([name, []])
  })
})
