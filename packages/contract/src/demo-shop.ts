export const DEMO_SHOP = 'demo-shop.myshopify.com'
export const DEMO_STOREFRONT_KEY = `vsk_demo${'0'.repeat(28)}`
export const DEMO_ADMIN_KEY = `vak_demo${'0'.repeat(28)}`

/** Decides products, pictures and shoppers. Must never change, because a restart draws the pictures again. */
export const DEMO_SEED = 'vitrine'

export const DEMO_ORIGIN = 'https://demo-shop.myshopify.com'

export const DEMO_KEYS: readonly string[] = [DEMO_STOREFRONT_KEY, DEMO_ADMIN_KEY]
