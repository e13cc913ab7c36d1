/** Routes that show the effect of a change on real results. They record nothing. */
import type { Static, TProperties } from 'typebox'
import { adminRoute, EVERY_ROLE } from '../route.ts'
import { externalId, PlatformId } from '../platform-id.ts'
import { SectionsRequest } from '../recommend/sections.ts'
import { AnyObject, Closed, DateTime, FreeObject, Name, NonEmpty, Nullable, OneOf, Optional, Text } from '../schema.ts'
import { IMAGE_BODY_LIMIT_BYTES, ImageSearchRequest, ImageSearchResponse, imageSearchRoute } from '../image-search.ts'
import { FilterAggregationsRequest } from '../search/filter-aggregations.ts'
import { InstantSearchRequest } from '../search/instant-search.ts'
import { SearchRequest } from '../search/search.ts'
import { Type } from '../type.ts'
import { Whole } from '../numbers.ts'

/** Unknown keys are rejected: a misspelled one would show the results of another shopper. */
const PreviewAs = Closed(
  {
    visitor_id: Optional(Nullable(Name())),
    customer_id: Optional(Nullable(Name())),
    market: Optional(Nullable(Type.Union([Name(), Whole()]))),
    locale: Optional(Nullable(Name({ maxLength: 35 }))),
    at: Optional(Nullable(DateTime('The moment to preview; now by default.'))),
    device: Optional(Nullable(OneOf(['desktop', 'mobile', 'tablet']))),
    variant: Optional(Nullable(Name('`exp_<id>=<variant>`: as a visitor in that variant.'))),
  },
  'The shopper to preview for.',
)
export type PreviewAs = Static<typeof PreviewAs>

export const change = {
  draft: Optional(Nullable(NonEmpty('Id of a draft.'))),
  patch: Optional(
    Nullable(
      FreeObject({
        maxProperties: 100,
        'x-max-nodes': 200_000,
        description: 'A JSON Merge Patch, instead of a `draft`.',
      }),
    ),
  ),
  as: Optional(Nullable(PreviewAs)),
}

const Place = (description: string) => Nullable(Type.Integer(description))
export const Move = Type.Object({
  product_id: Type.Integer(),
  ...externalId,
  section_id: Optional(Type.Integer()),
  from: Place('Live position, starting at 1; null if it is not on the page.'),
  to: Place('Position with the change.'),
})
export type Move = Static<typeof Move>
const CountMove = Type.Object({ key: Text(), value: Text(), from: Place('Count.'), to: Place('Count.') })
export type CountMove = Static<typeof CountMove>

export const RULE_ACTIONS = [
  'pin',
  'pin_where',
  'hide',
  'hide_where',
  'boost',
  'bury',
  'redirect',
  'content',
  'add_filters',
  'replace_filters',
] as const
export const LOST_REASONS = [
  'hidden',
  'hidden_before',
  'pinned_before',
  'redirected_before',
  'replaced_before',
  'sorted_by_shopper',
] as const

export const RuleTouch = Type.Object({
  rule: Text('Id of the rule, which applies to this search.'),
  action: OneOf(RULE_ACTIONS),
  product_id: Nullable(Type.Integer('The product, for actions on a single product.')),
  ...externalId,
  acts: Type.Boolean('false: the action has no effect; `reason` says why.'),
  reason: Nullable(OneOf(LOST_REASONS)),
  lost_to: Nullable(Text('Id of the rule that won.')),
  moved_by: Nullable(Text('The pinned product is further down because this rule holds its position.')),
})
export type RuleTouch = Static<typeof RuleTouch>

function exampleRequest(properties: TProperties) {
  const asked = 'query' in properties ? { query: 'shirt' } : { page_type: 'home' }
  return { ...asked, patch: { search: { synonyms: [['shirt', 'blouse']] } }, as: { market: 1 } }
}

const example = {
  response: { live: { products: [] }, draft: { products: [] }, moves: [] },
}

function previewRoute<P extends TProperties>(
  name: string,
  properties: P,
  moves = Move as typeof Move | typeof CountMove,
  more: TProperties = {},
) {
  return adminRoute(`POST /shops/:shop/preview/${name}`, EVERY_ROLE, {
    readsOnly: true,
    summary: `Preview ${name} with a change`,
    description:
      `The body of \`${name}\` and a \`draft\` or \`patch\`; without either, both sides show the live configuration. Nothing is recorded. ` +
      'Changes to collections are not previewed: products come from the live collections.',
    request: Type.Object({ ...properties, ...change }),
    bodyRequired: true,
    response: Type.Object({
      live: AnyObject('The live answer of the storefront.'),
      draft: AnyObject('The answer with the change.'),
      moves: Type.Array(moves, { description: 'Products whose position changes.' }),
      ...more,
    }),
    otherStatuses: { 404: 'There is no such shop or draft.' },
    example: {
      request: exampleRequest(properties),
      response: { ...example.response, ...('rules' in more ? { rules: { live: [], draft: [] } } : {}) },
    },
  })
}

export const previewSearchRoute = previewRoute('search', SearchRequest.properties, Move, {
  rules: Type.Object(
    { live: Type.Array(RuleTouch), draft: Type.Array(RuleTouch) },
    { description: 'The actions of the rules that apply, in order, and which of them were overridden.' },
  ),
})
export const previewInstantSearchRoute = previewRoute('instant-search', InstantSearchRequest.properties)
export const previewSectionsRoute = previewRoute('sections', SectionsRequest.properties)
export const previewAggregationsRoute = previewRoute(
  'filter-aggregations',
  FilterAggregationsRequest.properties,
  CountMove,
)

export const previewImageSearchRoute = adminRoute('POST /shops/:shop/preview/image-search', EVERY_ROLE, {
  readsOnly: true,
  summary: 'Preview image-search',
  description: 'The body and the answer of `image-search`. Nothing is recorded.',
  request: Type.Object({ ...ImageSearchRequest.properties, as: change.as }),
  bodyRequired: true,
  bodyLimitBytes: IMAGE_BODY_LIMIT_BYTES,
  response: ImageSearchResponse,
  otherStatuses: { 404: 'There is no such shop.' },
  example: imageSearchRoute.example!,
})

export const ABSENCE_REASONS = [
  'unknown_product',
  'not_active',
  'unpublished',
  'not_yet_published',
  'market',
  'business_catalog',
  'collection',
  'out_of_stock',
  'hidden',
  'filter',
  'no_word',
] as const

const Standing = Type.Object({
  product_id: Type.Integer(),
  ...externalId,
  rank: Type.Integer(),
  explanation: AnyObject('As returned by `explain` in search.'),
})

export const Explained = Type.Object({
  product_id: Type.Integer(),
  ...externalId,
  query: Text(),
  total: Type.Integer(),
  rank: Nullable(Type.Integer('Starts at 1; null if the product is not listed.')),
  standing: Nullable(Standing),
  above: Nullable(Type.Object(Standing.properties, { description: 'The product ranked directly above it.' })),
  distance: Nullable(
    Type.Object(
      {
        match: Nullable(Text()),
        text: Type.Number(),
        vector: Type.Number(),
        popularity: Type.Number(),
        clicks: Type.Number('Clicks of shoppers who made the same search.'),
        personal: Type.Number(),
        decided_by: Text(),
      },
      { description: 'The lead of the product above, by component; `decided_by` names the component that decided.' },
    ),
  ),
  absent: Nullable(
    Type.Object({
      reason: OneOf(ABSENCE_REASONS),
      detail: Text('What to change so that it is listed.'),
      rule: Nullable(Text('The rule that hides it.')),
      filters: Type.Array(Text(), { description: 'Keys of the selected filters that it does not match.' }),
    }),
  ),
})
export type Explained = Static<typeof Explained>

export const explainRoute = adminRoute('POST /shops/:shop/explain', EVERY_ROLE, {
  readsOnly: true,
  summary: 'Explain the rank of a product, or why it is not listed',
  request: Type.Object({ ...SearchRequest.properties, ...change, product_id: PlatformId }),
  response: Explained,
  otherStatuses: { 404: 'There is no such shop or draft.' },
  example: {
    request: { query: 'shirt', product_id: 632910392 },
    response: {
      product_id: 632910392,
      query: 'shirt',
      total: 12,
      rank: null,
      standing: null,
      above: null,
      distance: null,
      absent: { reason: 'no_word', detail: 'it contains none of the words of “shirt”', rule: null, filters: [] },
    },
  },
})
