/** The index `product`. Medusa finds this file by its path in the plugin. */
import { defineSearchIndex, graphConsume, graphSeed, search } from '@medusajs/framework/utils'
import { PRODUCT_EVENTS, PRODUCT_FIELDS, productIdsOf, toDocument } from '../../product-document.ts'
import { VISITOR_FIELD } from '../../search-scope.ts'

const query = { fields: PRODUCT_FIELDS, transform: (rows: Record<string, unknown>[]) => rows.map(toDocument) }

export default defineSearchIndex({
  name: 'product',
  entity: 'product',
  provider: 'vitrine',
  fields: search.define({
    id: search.keyword(),
    title: search.text().searchable().sortable(),
    subtitle: search.text().searchable(),
    description: search.text().searchable().retrievable(false),
    handle: search.keyword(),
    status: search.keyword().filterable(),
    thumbnail: search.keyword(),
    type: search.keyword().filterable().facetable(),
    tags: search.keyword().array().filterable().facetable(),
    collection_id: search.keyword().filterable().facetable(),
    collection: search.keyword().filterable().facetable(),
    category_ids: search.keyword().array().filterable().facetable(),
    categories: search.keyword().array().filterable().facetable(),
    sales_channel_ids: search.keyword().array().filterable(),
    option_values: search.keyword().array().filterable().facetable(),
    price: search
      .float()
      .filterable()
      .sortable()
      .facetable({ types: ['stats'] }),
    currency_code: search.keyword(),
    in_stock: search.boolean().filterable().facetable(),
    created_at: search.date().sortable().retrievable(false),
    variants: search
      .object({
        id: search.keyword(),
        title: search.keyword(),
        sku: search.keyword(),
        price: search.float(),
        in_stock: search.boolean(),
      })
      .array(),
    [VISITOR_FIELD]: search.keyword().filterable().retrievable(false),
  }),
  events: PRODUCT_EVENTS,
  seed: graphSeed(query),
  consume: graphConsume({
    ...query,
    resolve_ids: (event, { container }) => productIdsOf(event, container.query),
    is_delete: (event) => event.name === 'product.deleted',
  }),
})
