export type { AdminProduct } from './catalog/admin-product.ts'
export { type CatalogItem, createCatalog } from './catalog/create-catalog.ts'
export { demoConfig, TRADE_CUSTOMER_ID } from './config/demo-config.ts'
export { createRandom, type Random } from './random.ts'
