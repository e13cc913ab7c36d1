import type { Static, TSchema } from 'typebox'
import { adminRoute, EDITORS, EVERY_ROLE, OPERATORS } from '../route.ts'
import { DateTime, Line, NonEmpty, Nullable, OneOf, Optional, Text } from '../schema.ts'
import { ShopConfigInput, ShopSettings } from './shop-config.ts'
import { Type } from '../type.ts'

const NO_SHOP = { 404: 'There is no such shop.' }
const Nothing = Type.Null()

export const ShopView = Type.Object({
  shop: Text('The shop’s platform domain.'),
  name: Text(),
  currency: Text(),
  money_format: Text(),
  primary_locale: Text(),
  timezone: Text(),
  created_at: DateTime(),
  version: Type.Integer('Increases with every change to the shop or its configuration.'),
  product_count: Type.Integer(),
})
export type ShopView = Static<typeof ShopView>

const shopExample = {
  shop: 'linen-house.myshopify.com',
  name: 'Linen House',
  currency: 'EUR',
  money_format: '€{{amount}}',
  primary_locale: 'en',
  timezone: 'Europe/Berlin',
  created_at: '2026-03-01T12:00:00.000Z',
  version: 1,
  product_count: 0,
}

/** A page of this many shops is about 200 kB. */
export const MAX_SHOPS_PER_PAGE = 1000

export const listShopsRoute = adminRoute('GET /shops', EVERY_ROLE, {
  summary: 'List the shops',
  description: 'Needs an admin key of the deployment. Sorted by name; send `next` as `after` to get the next page.',
  query: {
    after: Optional(Type.String({ maxLength: 253, description: 'The last shop of the previous page.' })),
    limit: Optional(Type.Integer({ minimum: 1, maximum: MAX_SHOPS_PER_PAGE, description: '1000 by default.' })),
  },
  response: Type.Object({ shops: Type.Array(ShopView), next: Type.Union([Type.String(), Type.Null()]) }),
  example: { response: { shops: [shopExample], next: null } },
})

export const putShopRoute = adminRoute('PUT /shops/:shop', OPERATORS, {
  summary: 'Create a shop or change its settings',
  description: 'Settings that are left out are not changed. Creating a shop needs an admin key of the deployment.',
  request: ShopSettings,
  response: ShopView,
  otherStatuses: { 201: 'The shop was created.', 409: 'Somebody else is changing the shop right now.' },
  example: { request: { name: 'Linen House', currency: 'EUR', timezone: 'Europe/Berlin' }, response: shopExample },
})

export const getShopRoute = adminRoute('GET /shops/:shop', EVERY_ROLE, {
  summary: 'Show a shop',
  response: ShopView,
  otherStatuses: NO_SHOP,
  example: { response: shopExample },
})

export const deleteShopRoute = adminRoute('DELETE /shops/:shop', ['owner'], {
  summary: 'Delete a shop with its keys, products, configuration and events',
  response: Nothing,
  successStatus: 204,
  otherStatuses: NO_SHOP,
})

export const KeyView = Type.Object({
  id: Text(),
  kind: OneOf(['storefront', 'server', 'admin']),
  label: Text(),
  created_at: DateTime(),
  expires_at: Nullable(DateTime()),
  revoked_at: Nullable(DateTime()),
})

export type KeyView = Static<typeof KeyView>

export const createKeyRoute = adminRoute('POST /shops/:shop/keys', OPERATORS, {
  summary: 'Issue a key',
  description: 'The key is shown in this answer and never again: only its SHA-256 is stored.',
  request: Type.Object({
    label: NonEmpty({ maxLength: 200 }),
    kind: Optional(
      OneOf(['storefront', 'server', 'admin'], {
        default: 'storefront',
        description:
          '`server` gives the same access as `storefront`, for calls from the shop’s own servers: customer ids sent with it need no signature. Never send it to a browser.',
      }),
    ),
    expires_at: Optional(Nullable(DateTime('Must be in the future.'))),
  }),
  response: Type.Object({ id: Text(), key: Text() }),
  successStatus: 201,
  otherStatuses: NO_SHOP,
  example: {
    request: { label: 'web storefront', expires_at: '2027-01-01T00:00:00Z' },
    response: { id: '0198f2a0-7c1e-7b9a-9d0f-0f6d5b7f2a11', key: 'vsk_3vQ0Y1kTg2mZb8HcLr5XnWd7SfJ9pAe4' },
  },
})

export const listKeysRoute = adminRoute('GET /shops/:shop/keys', OPERATORS, {
  summary: 'List the keys of a shop',
  description: 'Includes expired and revoked keys; the keys themselves are never shown.',
  response: Type.Object({ keys: Type.Array(KeyView) }),
  otherStatuses: NO_SHOP,
  example: {
    response: {
      keys: [
        {
          id: '0198f2a0-7c1e-7b9a-9d0f-0f6d5b7f2a11',
          kind: 'storefront',
          label: 'web storefront',
          created_at: '2026-03-01T12:00:00.000Z',
          expires_at: '2027-01-01T00:00:00.000Z',
          revoked_at: null,
        },
      ],
    },
  },
})

export const revokeKeyRoute = adminRoute('DELETE /shops/:shop/keys/:id', OPERATORS, {
  summary: 'Revoke a key',
  response: Nothing,
  successStatus: 204,
  otherStatuses: { 404: 'The shop has no such key.' },
})

const configDescription =
  'The whole declarative document of the shop. An invalid document changes nothing; the answer lists every error by path: wrong types, unknown ' +
  'references, duplicate ids, rules without an action. `webhook_secret` and the secrets of `identity_verification` can be set but are never shown.'
const configExample = {
  filters: [{ id: 1, key: 'colour', title: 'Colour', type: 'color', attribute_type: 'option', attribute: 'Color' }],
  filter_trees: [{ id: 1, title: 'Search', target_page: 'search', is_default: true, filters: [1] }],
  search: { synonyms: [['sofa', 'couch']] },
}
const note = { note: Optional(Line('The reason for the change, shown in the history.')) }
const headers = {
  'if-match':
    'The ETag of the configuration when it was read; the answer is 412 with the changes since then if it is no longer the newest.',
}
const busy = {
  ...NO_SHOP,
  409: 'Somebody else is changing the shop right now.',
  412: 'Somebody else has changed it since; `changes` lists the changes.',
}

export const getConfigRoute = adminRoute('GET /shops/:shop/config', EVERY_ROLE, {
  summary: 'Show the configuration',
  description:
    'Its `ETag` is the version, for `If-Match` of writes. `filters` and `sections` are absent if they are derived from the catalog. With `effective=true` they are included, and `derived` gives the reason for each; that document can be edited and sent back.',
  query: { effective: Optional(Type.Boolean()) },
  response: ShopConfigInput,
  otherStatuses: NO_SHOP,
  example: { response: configExample },
})

export const putConfigRoute = adminRoute('PUT /shops/:shop/config', EDITORS, {
  summary: 'Replace the configuration',
  description: `${configDescription} Parts that are left out get their defaults, except \`shop\`, \`webhook_secret\` and the secrets of \`identity_verification\`, which stay.`,
  request: ShopConfigInput as TSchema,
  validatedBy: 'handler',
  query: note,
  headers,
  response: ShopConfigInput,
  otherStatuses: busy,
  example: { request: configExample, response: configExample },
})

export const patchConfigRoute = adminRoute('PATCH /shops/:shop/config', EDITORS, {
  summary: 'Change parts of the configuration',
  description: `${configDescription} JSON Merge Patch: objects merge, lists replace, null restores the default.`,
  request: ShopConfigInput as TSchema,
  validatedBy: 'handler',
  query: note,
  headers,
  response: ShopConfigInput,
  otherStatuses: busy,
  example: {
    request: { search: { stop_words: ['the'] }, storefront_token: null },
    response: { ...configExample, search: { ...configExample.search, stop_words: ['the'] }, storefront_token: null },
  },
})
