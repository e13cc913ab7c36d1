/** A page of an InstantSearch user that only replaces the search client. */
import { createClient } from '@vitrine/client'
import { instantSearchClient } from '@vitrine/client/instantsearch'
import instantsearch from 'instantsearch.js'
import {
  hits,
  pagination,
  rangeInput,
  refinementList,
  searchBox,
  sortBy,
  stats,
} from 'instantsearch.js/es/widgets/index.js'

declare const VITRINE_URL: string

const client = createClient({
  shop: 'demo-shop.myshopify.com',
  apiKey: `vsk_demo${'0'.repeat(28)}`,
  baseUrl: VITRINE_URL,
})

const search = instantsearch({ indexName: 'products', searchClient: instantSearchClient(client) })
search.addWidgets([
  searchBox({ container: '#box' }),
  stats({ container: '#stats' }),
  refinementList({ container: '#colors', attribute: 'color', searchable: true }),
  rangeInput({ container: '#price', attribute: 'price' }),
  sortBy({
    container: '#sort',
    items: [
      { label: 'Relevance', value: 'products' },
      { label: 'Cheapest', value: 'products_price_asc' },
    ],
  }),
  hits({
    container: '#hits',
    templates: { item: (hit: { title: string; price: number }) => `${hit.title} ${hit.price}` },
  }),
  pagination({ container: '#pages' }),
])
search.start()
