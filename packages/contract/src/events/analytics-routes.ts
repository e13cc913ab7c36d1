import type { Static } from 'typebox'
import { adminRoute, EDITORS, EVERY_ROLE, OPERATORS } from '../route.ts'
import { AnyObject, DateTime, Line, Name, Nullable, OneOf, Optional, Text } from '../schema.ts'
import { Type } from '../type.ts'
import { Id, Whole } from '../numbers.ts'

export const REPORT_DESCRIPTIONS = {
  overview: 'Visits, orders, revenue, and the share that search and recommendations earned.',
  surfaces: 'Search, sections and the other surfaces: shown, clicked, ordered.',
  sections: 'The same by section.',
  'recommendation-types': 'The same by type of recommendation.',
  variants: 'The same by variant of an experience.',
  steps: 'The same by the step of the chain, or the rule, that placed the product.',
  rules: 'How often each rule of the configuration acted, and when it last did.',
  exposure:
    'How much of the catalog sections and recommendations show, and how evenly: coverage, Gini coefficient, explored places, by type; and the products shown most.',
  queries: 'Queries by what they earned.',
  'top-queries': 'Queries by how often they were searched.',
  'queries-without-results':
    'Queries whose first answer was empty. Searches answered only by relaxation are counted as `approximate`.',
  'queries-without-clicks': 'Queries that found something that nobody clicked.',
  'trending-queries': 'Queries searched more often than in the preceding period of the same length.',
  'click-positions': 'The positions at which products were clicked: 21 means any lower position, null an unknown one.',
  'query-detail':
    'One query (`key`): by day, with the positions clicked, the orders it led to, and what was typed before and after.',
  products: 'Products: seen, added, ordered.',
  filters: 'Filters: shown and used, with their values.',
  funnel: 'How far visits got, by landing page and device.',
  audience: 'Devices, browsers, systems, channels.',
  ingestion: 'Outcomes of events.',
  experiments: 'Experiences: outcomes, difference with interval, verdict.',
  orders: 'Orders with what earned them.',
} as const
export type AnalyticsReportName = keyof typeof REPORT_DESCRIPTIONS
export const ANALYTICS_REPORTS = Object.keys(REPORT_DESCRIPTIONS) as AnalyticsReportName[]

export const REPORT_FILTER_NAMES = ['device', 'market', 'locale'] as const
type ReportFilters = readonly (typeof REPORT_FILTER_NAMES)[number][]

/** Filters of each report. Visits, orders and views belong to the market and locale that served the shopper. */
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

export const analyticsRoute = adminRoute('GET /shops/:shop/analytics/:report', EVERY_ROLE, {
  summary: 'Read a report',
  description:
    `Reports: ${ANALYTICS_REPORTS.join(', ')}. Days are those of the shop’s \`timezone\`, both ends included; without \`from\`, the last 30 days. ` +
    'A search is one query of one visitor with its further pages, filters and sorts, until 30 minutes pass without any; a visit ends in the same way. ' +
    '`ctr` of searches is searches with a click ÷ searches; a product counts at most one click per search. `conversion_rate` is visits with an order ÷ visits. ' +
    'An order also counts as a cart, whether or not a cart event was sent. ' +
    'A report refuses filters that it does not support: the list of reports says which it supports. ' +
    'Money is in the shop’s currency; other currencies are converted by `currency_rates`, and amounts without a rate are listed separately.',
  query: {
    from: Optional(Day('First day, YYYY-MM-DD.')),
    to: Optional(Day('Last day, YYYY-MM-DD; today by default.')),
    by: Optional(OneOf(['day', 'total'], '`day` gives one row per day.')),
    key: Optional(Line('One surface, section, query prefix, path, experience or order id.')),
    ids: Optional(Line({ maxLength: 5000, description: 'Products: only these numbers, separated by commas.' })),
    scope: Optional(
      OneOf(['landing', 'page'], 'Funnel: counts visits by their landing page, or by every page they reached.'),
    ),
    limit: Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Number of rows; 100 by default.' })),
    compare: Optional(
      OneOf(
        ['previous'],
        'Adds `compared`: the same report for the preceding period of the same length; null if either period has fewer than 30 visits.',
      ),
    ),
    device: Optional(OneOf(['desktop', 'mobile', 'tablet', 'tv', 'other'], 'Only events from these devices.')),
    market: Optional(Line('Handle of a market: only answers for this market, and what the shoppers who got them did.')),
    locale: Optional(Line('BCP 47 locale: only answers in this language, and what the shoppers who got them did.')),
  },
  headers: { accept: '`text/csv`: the rows as CSV.' },
  response: AnyObject('`report`, `from`, `to`, `timezone`, `currency`, and the report’s own rows.'),
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

export const listReportsRoute = adminRoute('GET /shops/:shop/analytics', EVERY_ROLE, {
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

export const estimateExperimentRoute = adminRoute('POST /shops/:shop/experiments/estimate', EVERY_ROLE, {
  readsOnly: true,
  summary: 'Estimate how long an experiment has to run',
  description:
    'Returns the visitors each variant needs to detect the change with a power of 80 % at a significance level of 5 %.',
  request: Type.Object({
    effect: Type.Number({
      exclusiveMinimum: 0,
      maximum: 10,
      description: 'The smallest relative change worth detecting: 0.1 is 10 %.',
    }),
    baseline: Optional(
      Type.Number({
        exclusiveMinimum: 0,
        exclusiveMaximum: 1,
        description: 'Conversion rate; by default, the shop’s rate of the last 30 days.',
      }),
    ),
    visitors_per_day: Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1e9 })),
    variants: Optional(Type.Integer({ minimum: 2, maximum: 50, default: 2 })),
    share: Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 1, description: 'Share of the visitors who take part.' }),
    ),
  }),
  response: Type.Object({
    visitors_per_variant: Type.Integer(),
    days: Nullable(Type.Integer('null if the number of visitors is unknown.')),
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
  description: 'The consent sent with the event; absent if none was sent.',
})

const ExportedEvent = Type.Object({
  offset: Type.Integer('Position in the log.'),
  timestamp: DateTime('When it happened, by the sender’s clock.'),
  received_at: DateTime(),
  id: Text(),
  name: Text(),
  type: OneOf(['standard', 'custom']),
  channel: Text(),
  visitor_id: Optional(Text('Absent without consent to analytics, like every id of a person.')),
  client_id: Optional(Text()),
  customer_id: Optional(Text()),
  is_customer_verified: Optional(Type.Boolean('The id was signed, or came from a server of the shop.')),
  claimed_customer_id: Optional(Text('An unverified customer id: the event was not counted for that customer.')),
  is_keyless: Optional(Type.Boolean('Sent without a key; its ids were not linked.')),
  session_id: Optional(Text()),
  page_type: Optional(Text()),
  page_url: Optional(Text()),
  path: Optional(Text()),
  cart_identifier: Optional(Text()),
  customer_privacy: Optional(ExportedConsents),
  cart_products: Optional(Type.Array(Type.Integer(), { description: 'What was in the cart, if `cart` says so.' })),
  cart_quantities: Optional(Type.Array(Type.Integer(), { description: 'Quantity of each product.' })),
  personalize: Type.Boolean(),
  bot: Type.Boolean(),
  browser: Text(),
  os: Text(),
  device: Text(),
  action: Text('product_view, cart_add, order, surface_click, …; `other` if it is only counted.'),
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
  readable: Type.Boolean('false: the payload does not fit the event name.'),
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

export const exportEventsRoute = adminRoute('GET /shops/:shop/events', ['owner', 'analyst', 'developer'], {
  summary: 'Export the events',
  description:
    'One normalized event per line, oldest first, each with its `offset`. Send the last offset as `after` to continue from there.',
  query: {
    after: Optional(Whole({ minimum: 0, description: 'Starts after this offset; 0 by default.' })),
    limit: Optional(Id('Maximum number of events; all by default.')),
  },
  response: ExportedEvent,
  responseType: 'application/x-ndjson',
  otherStatuses: NO_SHOP,
  example: { response: exportedEvent },
})

const SetAsideList = Type.Array(
  Type.Object({
    kind: OneOf(['event', 'product', 'webhook', 'line']),
    key: Text('The offset of an event in the log, or the id of a product, webhook or line’s product.'),
    at: DateTime(),
    name: Text(),
    cause: Text(),
  }),
  { description: 'What could not be processed, oldest first.' },
)

export const replaySetAsideRoute = adminRoute('POST /shops/:shop/set-aside/replay', EDITORS, {
  summary: 'Try again what was set aside',
  description:
    'Events, products, webhooks and lines of imports that could not be processed are tried again, each alone. Answers with those that still cannot. ' +
    'Each start of the server does the same for events, products and webhooks.',
  response: Type.Object({ set_aside: SetAsideList }),
  otherStatuses: NO_SHOP,
  example: { response: { set_aside: [] } },
})

export const debugEventsRoute = adminRoute('GET /shops/:shop/events/debug', EVERY_ROLE, {
  summary: 'Show the latest events and their outcomes',
  description:
    'For integrators: accepted, duplicate, unreadable and refused events of this node, newest first; refused events have the items that were wrong. ' +
    '`unknown_product`: the event is stored, but `products` names some that the catalog does not have; it counts for them once they are imported.',
  query: { limit: Optional(Type.Integer({ minimum: 1, maximum: 100, description: '50 by default.' })) },
  response: Type.Object({
    events: Type.Array(AnyObject()),
    set_aside: SetAsideList,
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

const visitorId = 'A visitor, client or customer id; the prefix `visitor:`, `client:` or `customer:` says which.'

export const exportVisitorRoute = adminRoute('GET /shops/:shop/visitors/:id', OPERATORS, {
  summary: 'Export everything stored about a shopper',
  description: visitorId,
  response: Type.Object({
    subjects: Type.Array(Text(), {
      description:
        'The ids of the device; for a customer, also those of devices that only they use. A visitor’s export never contains what a customer did elsewhere.',
    }),
    consents: Nullable(
      Type.Object(
        { at: DateTime(), ...consents },
        { description: 'The latest consents, given or refused; null if none was ever sent.' },
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

export const eraseVisitorRoute = adminRoute('DELETE /shops/:shop/visitors/:id', OPERATORS, {
  namesShopper: true,
  summary: 'Erase a shopper',
  description: `Removes what the shopper did from the event log, the profile, visits, searches and what was typed. Totals over all shoppers stay; models are trained again at the next start. ${visitorId}`,
  response: Type.Object({ erased_events: Type.Integer() }),
  otherStatuses: NO_SHOP,
  example: { response: { erased_events: 12 } },
})

export type VisitorExport = Static<typeof exportVisitorRoute.response>
