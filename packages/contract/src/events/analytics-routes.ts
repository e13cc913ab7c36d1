import type { Static } from 'typebox'
import { adminRoute, EVERY_ROLE, OPERATORS } from '../route.ts'
import { AnyObject, DateTime, Line, Name, Nullable, OneOf, Optional, Text } from '../schema.ts'
import { Type } from '../type.ts'
import { Id, Whole } from '../numbers.ts'

export const REPORT_DESCRIPTIONS = {
  overview: 'Visits, orders, revenue, and the share that search and recommendations earned.',
  surfaces: 'Search, sections and the other surfaces: shown, clicked, ordered.',
  sections: 'The same by section.',
  'recommendation-types': 'The same by type of recommendation.',
  variants: 'The same by variant of an experience.',
  steps: 'The same by the step of the chain, or the rule, that put a product there.',
  rules: 'How often each rule of the configuration acted, and when it last did.',
  exposure:
    'How much of the catalog sections and recommendations show, and how evenly: coverage, Gini coefficient, explored places, by type; and the products shown most.',
  queries: 'Queries by what they earned.',
  'top-queries': 'Queries by how often they were searched.',
  'queries-without-results':
    'Queries whose first answer had nothing. What was answered only by relaxation is counted as `approximate`.',
  'queries-without-clicks': 'Queries that found something that nobody clicked.',
  'trending-queries': 'Queries searched more often than in as many days before.',
  'click-positions':
    'At which place products were clicked: 21 stands for all further down, null for a place that is not known.',
  'query-detail': 'One query (`key`): days, places clicked, what came of it, what was typed before and after.',
  products: 'Products: seen, added, ordered.',
  filters: 'Filters: shown and used, with their values.',
  funnel: 'How far visits got, by landing page and device.',
  audience: 'Devices, browsers, systems, channels.',
  ingestion: 'What became of the events.',
  experiments: 'Experiences: outcomes, difference with interval, verdict.',
  orders: 'Orders with what earned them.',
} as const
export type AnalyticsReportName = keyof typeof REPORT_DESCRIPTIONS
export const ANALYTICS_REPORTS = Object.keys(REPORT_DESCRIPTIONS) as AnalyticsReportName[]

export const REPORT_FILTER_NAMES = ['device', 'market', 'locale'] as const
type ReportFilters = readonly (typeof REPORT_FILTER_NAMES)[number][]

/** Filters that each report accepts. Visits, orders and product views are counted for the place where their shopper was served. */
export const REPORT_FILTERS: Record<AnalyticsReportName, ReportFilters> = {
  overview: REPORT_FILTER_NAMES,
  surfaces: REPORT_FILTER_NAMES,
  sections: REPORT_FILTER_NAMES,
  'recommendation-types': REPORT_FILTER_NAMES,
  variants: REPORT_FILTER_NAMES,
  steps: REPORT_FILTER_NAMES,
  rules: [],
  exposure: [],
  queries: REPORT_FILTER_NAMES,
  'top-queries': REPORT_FILTER_NAMES,
  'queries-without-results': REPORT_FILTER_NAMES,
  'queries-without-clicks': REPORT_FILTER_NAMES,
  'trending-queries': REPORT_FILTER_NAMES,
  'click-positions': REPORT_FILTER_NAMES,
  'query-detail': REPORT_FILTER_NAMES,
  products: REPORT_FILTER_NAMES,
  filters: REPORT_FILTER_NAMES,
  funnel: REPORT_FILTER_NAMES,
  audience: [],
  ingestion: [],
  experiments: [],
  orders: [],
}

const NO_SHOP = { 404: 'There is no such shop, report or shopper.' }
const Day = (description: string) => Name({ maxLength: 10, pattern: '^\\d{4}-\\d{2}-\\d{2}$', description })

export const analyticsRoute = adminRoute({
  method: 'GET',
  path: '/shops/:shop/analytics/:report',
  access: EVERY_ROLE,
  summary: 'Read a report',
  description:
    `Reports: ${ANALYTICS_REPORTS.join(', ')}. Days are those of the shop’s \`timezone\`, both ends included; without \`from\` the last 30 days. ` +
    'A search is one query of one visitor with its further pages, filters and sorts, until 30 minutes pass without any; a visit ends likewise. ' +
    '`ctr` of searches is searches with a click ÷ searches; a product counts one click a search. `conversion_rate` is visits with an order ÷ visits. ' +
    'An order counts a cart, whether an event told of the cart or not. ' +
    'A report that does not know a filter refuses it: the list of reports says what each can be cut by. ' +
    'Money is in the shop’s currency; other currencies are converted by `currency_rates`, and what has no rate is listed apart.',
  query: {
    from: Optional(Day('First day, YYYY-MM-DD.')),
    to: Optional(Day('Last day, YYYY-MM-DD; today where absent.')),
    by: Optional(OneOf(['day', 'total'], { description: '`day` gives one row per day.' })),
    key: Optional(Line({ description: 'One surface, section, query prefix, path, experience or order id.' })),
    scope: Optional(
      OneOf(['landing', 'page'], {
        description: 'Funnel: visits by where they began, or by each page they came to.',
      }),
    ),
    limit: Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Rows; 100 where absent.' })),
    compare: Optional(
      OneOf(['previous'], {
        description: 'Adds `compared`: the same over as many days before; null where either has fewer than 30 visits.',
      }),
    ),
    device: Optional(
      OneOf(['desktop', 'mobile', 'tablet', 'tv', 'other'], { description: 'Only events of such devices.' }),
    ),
    market: Optional(
      Line({
        description:
          'Handle of a market: only what was answered for it, and what shoppers did who were answered there.',
      }),
    ),
    locale: Optional(
      Line({
        description: 'BCP 47: only what was answered in it, and what shoppers did who were answered in it.',
      }),
    ),
  },
  headers: { accept: '`text/csv`: the rows as CSV.' },
  response: AnyObject({ description: '`report`, `from`, `to`, `timezone`, `currency`, and the report’s own rows.' }),
  otherStatuses: NO_SHOP,
  example: {
    response: {
      report: 'surfaces',
      from: '2026-02-01',
      to: '2026-03-02',
      timezone: 'America/New_York',
      currency: 'USD',
      rows: [
        {
          key: 'search',
          renders: 900,
          views: 900,
          clicks: 310,
          ctr: 0.344444,
          orders: 12,
          revenue: 812.5,
          attributed_share: 0.21,
        },
      ],
    },
  },
})

export const listReportsRoute = adminRoute({
  method: 'GET',
  path: '/shops/:shop/analytics',
  access: EVERY_ROLE,
  summary: 'List the reports',
  response: Type.Object({
    reports: Type.Array(
      Type.Object({ name: Text(), description: Text(), filters: Type.Array(OneOf(REPORT_FILTER_NAMES)) }),
    ),
  }),
  otherStatuses: NO_SHOP,
  example: {
    response: {
      reports: [{ name: 'overview', description: REPORT_DESCRIPTIONS.overview, filters: [...REPORT_FILTER_NAMES] }],
    },
  },
})

export const estimateExperimentRoute = adminRoute({
  method: 'POST',
  path: '/shops/:shop/experiments/estimate',
  access: EVERY_ROLE,
  readsOnly: true,
  summary: 'How long an experiment has to run',
  description: 'Visitors each variant needs to see the change with a probability of 80 %, at 5 % false calls.',
  request: Type.Object({
    effect: Type.Number({
      exclusiveMinimum: 0,
      maximum: 10,
      description: 'The smallest change worth seeing, relative: 0.1 is 10 %.',
    }),
    baseline: Optional(
      Type.Number({
        exclusiveMinimum: 0,
        exclusiveMaximum: 1,
        description: 'Conversion rate; the shop’s of the last 30 days where absent.',
      }),
    ),
    visitors_per_day: Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1e9 })),
    variants: Optional(Type.Integer({ minimum: 2, maximum: 50, default: 2 })),
    share: Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1, description: 'Of the visitors who take part.' })),
  }),
  response: Type.Object({
    visitors_per_variant: Type.Integer(),
    days: Nullable(Type.Integer({ description: 'null where nothing is known of visitors.' })),
    baseline: Type.Number(),
    visitors_per_day: Type.Number(),
    effect: Type.Number(),
    alpha: Type.Number(),
    power: Type.Number(),
  }),
  otherStatuses: NO_SHOP,
  example: {
    request: { effect: 0.1, baseline: 0.03 },
    response: {
      visitors_per_variant: 53210,
      days: 18,
      baseline: 0.03,
      visitors_per_day: 6000,
      effect: 0.1,
      alpha: 0.05,
      power: 0.8,
    },
  },
})

const Consent = () => Optional(Type.Boolean())
const consents = {
  analytics_processing_allowed: Consent(),
  marketing_allowed: Consent(),
  preferences_processing_allowed: Consent(),
  sale_of_data_allowed: Consent(),
}
const ExportedConsents = Type.Object(consents, {
  description: 'What was said with the event; absent where nothing was.',
})

/** The event as it was interpreted, with `context`, `data` and `cart` as they were sent. */
const ExportedEvent = Type.Object({
  offset: Type.Integer({ description: 'Place in the log.' }),
  timestamp: DateTime({ description: 'When it happened, by the sender’s clock.' }),
  received_at: DateTime(),
  id: Text(),
  name: Text(),
  type: OneOf(['standard', 'custom']),
  channel: Text(),
  visitor_id: Optional(Text({ description: 'Absent, as every id of a person, without consent to analytics.' })),
  client_id: Optional(Text()),
  customer_id: Optional(Text()),
  is_customer_verified: Optional(
    Type.Boolean({ description: 'The id was signed, or came from a server of the shop.' }),
  ),
  claimed_customer_id: Optional(
    Text({ description: 'A customer id that nothing spoke for: it was not counted for that customer.' }),
  ),
  is_keyless: Optional(Type.Boolean({ description: 'Sent without a key; its ids were not linked.' })),
  session_id: Optional(Text()),
  page_type: Optional(Text()),
  page_url: Optional(Text()),
  path: Optional(Text()),
  cart_identifier: Optional(Text()),
  customer_privacy: Optional(ExportedConsents),
  cart_products: Optional(Type.Array(Type.Integer(), { description: 'What was in the cart, where `cart` says it.' })),
  cart_quantities: Optional(Type.Array(Type.Integer(), { description: 'Pieces of each of them.' })),
  personalize: Type.Boolean(),
  bot: Type.Boolean(),
  browser: Text(),
  os: Text(),
  device: Text(),
  action: Text({ description: 'product_view, cart_add, order, surface_click, …; `other` where it is only counted.' }),
  lines: Type.Array(
    Type.Object({
      product_id: Type.Integer(),
      variant_id: Optional(Type.Integer()),
      quantity: Type.Number(),
      price: Optional(Type.Number()),
    }),
  ),
  currency: Optional(Text()),
  order_id: Optional(Text()),
  refund_id: Optional(Text()),
  total: Optional(Type.Number()),
  query: Optional(Text()),
  collection: Optional(Text()),
  track: Optional(AnyObject()),
  readable: Type.Boolean({ description: 'false: the payload is not what its name promises.' }),
  context: AnyObject(),
  data: Optional(AnyObject()),
  cart: Optional(AnyObject()),
})

const exportedEvent = {
  offset: 1,
  timestamp: '2026-03-01T12:00:00.000Z',
  received_at: '2026-03-01T12:00:00.120Z',
  id: '6f9b2c1e-0d5a-4c83-9a55-0f1f2e6c7a10',
  name: 'page_viewed',
  type: 'standard',
  channel: 'HEADLESS',
  visitor_id: 'v-1',
  client_id: 'c-1',
  session_id: 's-1',
  page_type: 'home',
  path: '/',
  personalize: true,
  bot: false,
  browser: 'Safari',
  os: 'macOS',
  device: 'desktop',
  action: 'page_view',
  lines: [],
  readable: true,
  context: { navigator: { user_agent: 'Mozilla/5.0 …' }, document: { location: { pathname: '/' } } },
  data: {},
}

export const exportEventsRoute = adminRoute({
  method: 'GET',
  path: '/shops/:shop/events',
  access: ['owner', 'analyst', 'developer'],
  summary: 'Export the events',
  description:
    'One normalized event a line, oldest first, each with its `offset`. Give the last offset back as `after` to go on from there.',
  query: {
    after: Optional(Whole({ minimum: 0, description: 'Offset to begin behind; 0 where absent.' })),
    limit: Optional(Id({ description: 'At most so many; all where absent.' })),
  },
  response: ExportedEvent,
  responseType: 'application/x-ndjson',
  otherStatuses: NO_SHOP,
  example: { response: exportedEvent },
})

export const debugEventsRoute = adminRoute({
  method: 'GET',
  path: '/shops/:shop/events/debug',
  access: EVERY_ROLE,
  summary: 'Show the last events and what became of them',
  description:
    'For integrators: accepted, duplicate, unreadable and refused events of this node, newest first, refusals with their items. ' +
    '`unknown_product`: kept, but `products` names some that the catalog does not have; the event counts for them once they come.',
  query: { limit: Optional(Type.Integer({ minimum: 1, maximum: 100, description: '50 where absent.' })) },
  response: Type.Object({
    events: Type.Array(AnyObject()),
    set_aside: Type.Array(
      Type.Object({
        kind: OneOf(['event', 'product', 'webhook']),
        key: Text({ description: 'The offset of an event in the log, the id of a product or a webhook.' }),
        at: DateTime(),
        name: Text(),
        cause: Text(),
      }),
      { description: 'What could not be worked on, the oldest first. Each start tries it again.' },
    ),
  }),
  otherStatuses: NO_SHOP,
  example: {
    response: {
      events: [
        {
          at: '2026-03-01T12:00:00.000Z',
          event_id: '6f9b2c1e-0d5a-4c83-9a55-0f1f2e6c7a10',
          outcome: 'accepted',
          endpoint: 'v1',
          name: 'page_viewed',
        },
      ],
      set_aside: [],
    },
  },
})

const visitorId = 'A visitor, client or customer id; `visitor:`, `client:` or `customer:` before it says which.'

export const exportVisitorRoute = adminRoute({
  method: 'GET',
  path: '/shops/:shop/visitors/:id',
  access: OPERATORS,
  summary: 'Export all that is kept of a shopper',
  description: visitorId,
  response: Type.Object({
    subjects: Type.Array(Text(), {
      description:
        'The ids of the device; of a customer, also of the devices that are theirs alone. A visitor’s export never holds what a customer did elsewhere.',
    }),
    consents: Nullable(
      Type.Object(
        { at: DateTime(), ...consents },
        { description: 'The consents that were given or refused last; null where nothing was ever said.' },
      ),
    ),
    history: AnyObject(),
    events: Type.Array(ExportedEvent),
  }),
  otherStatuses: NO_SHOP,
  example: {
    response: {
      subjects: ['client:c-1', 'visitor:v-1'],
      consents: { at: '2026-03-01T12:00:00.000Z', analytics_processing_allowed: true },
      history: { browsed: [8000000000012], cart: [], purchased: [] },
      events: [exportedEvent],
    },
  },
})

export const eraseVisitorRoute = adminRoute({
  method: 'DELETE',
  path: '/shops/:shop/visitors/:id',
  namesShopper: true,
  access: OPERATORS,
  summary: 'Erase a shopper',
  description: `Removes what the shopper did from the event log, the profile, visits, searches and what was typed. Sums over all shoppers stay; models learn theirs again at the next start. ${visitorId}`,
  response: Type.Object({ erased_events: Type.Integer() }),
  otherStatuses: NO_SHOP,
  example: { response: { erased_events: 12 } },
})

export type VisitorExport = Static<typeof exportVisitorRoute.response>
