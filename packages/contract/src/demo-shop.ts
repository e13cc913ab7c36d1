/** The demo shop's name and keys are public, and in the documentation. */
export const DEMO_SHOP = 'demo-shop.myshopify.com'
export const DEMO_STOREFRONT_KEY = `vsk_demo${'0'.repeat(28)}`
export const DEMO_ADMIN_KEY = `vak_demo${'0'.repeat(28)}`

/** Determines products, pictures and shoppers. Must never change, because pictures are drawn again after a restart. */
export const DEMO_SEED = 'vitrine'

export const DEMO_ORIGIN = 'https://demo-shop.myshopify.com'

export const DEMO_KEYS: readonly string[] = [DEMO_STOREFRONT_KEY, DEMO_ADMIN_KEY]
