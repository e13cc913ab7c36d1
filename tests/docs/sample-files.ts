/** Files that a reader has from elsewhere: exports of platforms and of another search service. */
const csv = `Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Image Src,Status
linen-shirt,Linen shirt,<p>Light and cool.</p>,Northloom,Shirts,"linen, summer",TRUE,Size,S,LS-S,59.00,79.00,shopify,12,deny,,active
linen-shirt,,,,,,,,M,LS-M,59.00,79.00,shopify,3,deny,,
wool-coat,Wool coat,<p>Warm.</p>,Northloom,Coats,winter,TRUE,Size,M,WC-M,240.00,,shopify,2,deny,,active
`

const product = (id: number, title: string) => ({
  id: `gid://shopify/Product/${id}`,
  title,
  handle: title.toLowerCase().replaceAll(' ', '-'),
  descriptionHtml: '',
  vendor: 'Northloom',
  productType: 'Shirts',
  tags: ['summer'],
  status: 'ACTIVE',
  createdAt: '2026-01-01T00:00:00Z',
  publishedAt: '2026-01-01T00:00:00Z',
  options: [{ name: 'Size', values: ['S'] }],
})

const variant = (id: number, productId: number) => ({
  id: `gid://shopify/ProductVariant/${id}`,
  title: 'S',
  sku: `SKU-${id}`,
  price: '59.00',
  compareAtPrice: null,
  inventoryQuantity: 4,
  inventoryPolicy: 'DENY',
  inventoryItem: { id: `gid://shopify/InventoryItem/${id + 1000}`, tracked: true },
  selectedOptions: [{ name: 'Size', value: 'S' }],
  __parentId: `gid://shopify/Product/${productId}`,
})

const bulk = [product(7001, 'Linen shirt'), variant(8001, 7001), product(7002, 'Linen blouse'), variant(8002, 7002)]

const algoliaSynonyms = [
  { objectID: 's1', type: 'synonym', synonyms: ['sofa', 'couch'] },
  { objectID: 's2', type: 'onewaysynonym', input: 'shoes', synonyms: ['sneakers'] },
]

const algoliaRules = [
  {
    objectID: 'promote-linen',
    conditions: [{ pattern: 'linen', anchoring: 'contains' }],
    consequence: { promote: [{ objectID: '7001-8001', position: 0 }], hide: [{ objectID: '7002' }] },
  },
  {
    objectID: 'returns',
    conditions: [{ pattern: 'returns', anchoring: 'is' }],
    consequence: { userData: { redirect: '/pages/returns' } },
  },
]

export const SAMPLE_FILES: Record<string, string> = {
  'products_export.csv': csv,
  'bulk-operation.jsonl': `${bulk.map((line) => JSON.stringify(line)).join('\n')}\n`,
  'algolia-synonyms.json': JSON.stringify(algoliaSynonyms),
  'algolia-rules.json': JSON.stringify(algoliaRules),
}
