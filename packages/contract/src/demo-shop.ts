/** Public facts about the demo shop: its name and its keys are in the documentation. */
export const DEMO_SHOP = 'demo-shop.myshopify.com'
export const DEMO_STOREFRONT_KEY = `vsk_demo${'0'.repeat(28)}`
export const DEMO_ADMIN_KEY = `vak_demo${'0'.repeat(28)}`

/** Determines products, pictures and shoppers. The pictures are drawn again from it after a restart, so it must never change. */
export const DEMO_SEED = 'vitrine'

/** Origin that the simulated shoppers send. */
export const DEMO_ORIGIN = 'https://demo-shop.myshopify.com'

/** Keys that everybody can find in the documentation. */
export const DEMO_KEYS: readonly string[] = [DEMO_STOREFRONT_KEY, DEMO_ADMIN_KEY]
