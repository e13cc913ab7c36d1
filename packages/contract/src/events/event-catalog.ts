/** Events in the API document: one schema per name, with its payload. */
import type { TObject, TSchema } from 'typebox'
import { CUSTOM_EVENT_NAMES, type EventName, STANDARD_EVENT_NAMES } from './event-names.ts'
import { EventBody } from './event-envelope.ts'
import { EVENT_DATA, EVENT_TRACKS } from './event-payloads.ts'
import { Type } from '../type.ts'

const MEANING: Record<EventName, string> = {
  page_viewed: 'A page was opened.',
  product_viewed: 'A product page was opened.',
  collection_viewed: 'A collection was opened.',
  search_submitted: 'A query was sent. Counts as a search in the reports.',
  product_added_to_cart: 'A product was put into the cart.',
  product_removed_from_cart: 'A product was taken out of the cart.',
  cart_viewed: 'The cart was opened. An empty cart is null.',
  checkout_started: 'The checkout was started.',
  checkout_contact_info_submitted: 'Contact details were entered.',
  checkout_address_info_submitted: 'An address was entered.',
  checkout_shipping_info_submitted: 'A shipping method was chosen.',
  payment_info_submitted: 'Payment details were entered.',
  checkout_completed: 'An order was placed. Its lines are attributed to what was served before.',
  ui_extension_errored: 'An extension of the checkout failed. Counted only.',
  alert_displayed: 'The checkout showed an alert. Counted only.',
  'svc:init': 'The client started a session.',
  'svc:customer_preference':
    'The shopper stated a preference, such as a wish; `products` count as viewed by this shopper.',
  'svc:section:render': 'A section was put on the page.',
  'svc:section:view': 'A section came into view.',
  'svc:section:click': 'A product of a section was clicked.',
  'svc:section:add_to_cart': 'A product of a section was put into the cart.',
  'svc:instant_search_triggered': 'The shopper started to type.',
  'svc:instant_search_rendered': 'Type-ahead results were shown.',
  'svc:search_result_rendered':
    'Search results were shown; `products` lists them, `filters` the facets that were applied.',
  'svc:search_result_clicked': 'A search result was clicked.',
  'svc:search_filter_appeared': 'Filters were shown; each `value` is null.',
  'svc:search_filter_updated': 'A filter was changed; `filters` is the whole selection, not the change.',
  'svc:image_search_triggered': 'The shopper searched with a picture.',
  'svc:image_search_results_rendered': 'Results of an image search were shown.',
  'svc:search:add_to_cart': 'A search result was put into the cart.',
  'svc:bundle:render': 'A bundle was put on the page.',
  'svc:bundle:view': 'A bundle came into view.',
  'svc:bundle:click': 'A product of a bundle was clicked.',
  'svc:bundle:add_to_cart': 'A bundle was put into the cart.',
  'svc:checkout:render': 'A recommendation was put on the checkout page.',
  'svc:checkout:view': 'A recommendation on the checkout page came into view.',
  'svc:checkout:click': 'A recommendation on the checkout page was clicked.',
  'svc:checkout:add_to_cart': 'A recommendation on the checkout page was put into the cart.',
}

/** Returns `ProductViewedEvent` for `product_viewed`, `SectionClickEvent` for `svc:section:click`. */
export function eventSchemaName(name: EventName): string {
  const words = name.replace(/^svc:/, '').split(/[:_]/)
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Event`
}

const { data: _data, custom_data: _customData, name: _name, type: _type, ...common } = EventBody.properties

const standardEvent = (name: (typeof STANDARD_EVENT_NAMES)[number]): TObject =>
  Type.Object(
    { name: Type.Literal(name), type: Type.Literal('standard'), data: EVENT_DATA[name] as TSchema, ...common },
    { description: MEANING[name] },
  )

const customEvent = (name: (typeof CUSTOM_EVENT_NAMES)[number]): TObject => {
  const custom_data = Type.Object({ track: EVENT_TRACKS[name] as TSchema })
  return Type.Object(
    { name: Type.Literal(name), type: Type.Literal('custom'), custom_data, ...common },
    { description: MEANING[name] },
  )
}

export const EVENT_SCHEMAS: ReadonlyMap<string, TObject> = new Map([
  ...STANDARD_EVENT_NAMES.map((name): [string, TObject] => [eventSchemaName(name), standardEvent(name)]),
  ...CUSTOM_EVENT_NAMES.map((name): [string, TObject] => [eventSchemaName(name), customEvent(name)]),
])

export const AnyEvent = Type.Union([...EVENT_SCHEMAS.values()], {
  description: 'One of the events of the catalog; `name` tells which, and what `data` or `custom_data.track` holds.',
})
