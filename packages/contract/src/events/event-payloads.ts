/** Payloads by event name, in camelCase for standard events. Other fields are stored as sent, but not used. */
import type { Static, TSchema } from 'typebox'
import { FreeObject, Line, List, Name, Nullable, Optional, Text } from '../schema.ts'
import type { CustomEventName, StandardEventName } from './event-names.ts'
import { SearchTrack, SectionTrack } from './event-track.ts'
import { Type } from '../type.ts'
import { Bound, Pieces, Whole } from '../numbers.ts'
import { AskedCurrency } from '../currencies.ts'

const Id = Type.Union([Name(), Whole()])
const Amount = Type.Union([Bound(), Text({ maxLength: 50, format: 'amount' })])

export const EventMoney = Type.Object({ amount: Amount, currencyCode: Optional(AskedCurrency()) })

export const EventVariant = Type.Object({
  id: Optional(Nullable(Id)),
  price: Optional(Nullable(EventMoney)),
  product: Type.Object({ id: Id, title: Optional(Nullable(Line())) }),
})

export const EventCartLine = Type.Object({
  merchandise: EventVariant,
  quantity: Pieces(),
  cost: Optional(Nullable(Type.Object({ totalAmount: Optional(Nullable(EventMoney)) }))),
})

export const EventCheckout = Type.Object({
  token: Optional(Nullable(Line())),
  order: Optional(Nullable(Type.Object({ id: Id }))),
  currencyCode: Optional(Nullable(AskedCurrency())),
  totalPrice: Optional(Nullable(EventMoney)),
  lineItems: List(
    Type.Object({
      quantity: Pieces(),
      variant: Nullable(EventVariant),
      finalLinePrice: Optional(Nullable(EventMoney)),
    }),
    1000,
  ),
})

const CheckoutData = Type.Object({ checkout: EventCheckout })
const CartChangeData = Type.Object({ cartLine: EventCartLine })
const FreeData = FreeObject('Kept as sent.')

export const EVENT_DATA = {
  page_viewed: FreeObject('Empty by design.'),
  product_viewed: Type.Object({ productVariant: EventVariant }),
  collection_viewed: Type.Object({
    collection: Type.Object({
      id: Id,
      title: Optional(Nullable(Line())),
      productVariants: Optional(List(EventVariant, 1000)),
    }),
  }),
  search_submitted: Type.Object({
    searchResult: Type.Object({
      query: Text({ maxLength: 1000 }),
      productVariants: Optional(List(EventVariant, 1000)),
    }),
  }),
  product_added_to_cart: CartChangeData,
  product_removed_from_cart: CartChangeData,
  cart_viewed: Type.Object({
    cart: Nullable(
      Type.Object({
        lines: List(EventCartLine, 1000),
        cost: Optional(Nullable(Type.Object({ totalAmount: Optional(Nullable(EventMoney)) }))),
      }),
    ),
  }),
  checkout_started: CheckoutData,
  checkout_contact_info_submitted: CheckoutData,
  checkout_address_info_submitted: CheckoutData,
  checkout_shipping_info_submitted: CheckoutData,
  payment_info_submitted: CheckoutData,
  checkout_completed: CheckoutData,
  ui_extension_errored: FreeData,
  alert_displayed: FreeData,
} satisfies Record<StandardEventName, TSchema>

export const EVENT_TRACKS = {
  'svc:init': FreeData,
  'svc:customer_preference': FreeData,
  'svc:section:render': SectionTrack,
  'svc:section:view': SectionTrack,
  'svc:section:click': SectionTrack,
  'svc:section:add_to_cart': SectionTrack,
  'svc:instant_search_triggered': SearchTrack,
  'svc:instant_search_rendered': SearchTrack,
  'svc:search_result_rendered': SearchTrack,
  'svc:search_result_clicked': SearchTrack,
  'svc:search_filter_appeared': SearchTrack,
  'svc:search_filter_updated': SearchTrack,
  'svc:image_search_triggered': SearchTrack,
  'svc:image_search_results_rendered': SearchTrack,
  'svc:search:add_to_cart': SearchTrack,
  'svc:bundle:render': SectionTrack,
  'svc:bundle:view': SectionTrack,
  'svc:bundle:click': SectionTrack,
  'svc:bundle:add_to_cart': SectionTrack,
  'svc:checkout:render': SearchTrack,
  'svc:checkout:view': SearchTrack,
  'svc:checkout:click': SearchTrack,
  'svc:checkout:add_to_cart': SearchTrack,
} satisfies Record<CustomEventName, TSchema>

export type EventData = { [Name in StandardEventName]: Static<(typeof EVENT_DATA)[Name]> }
export type EventTracks = { [Name in CustomEventName]: Static<(typeof EVENT_TRACKS)[Name]> }
