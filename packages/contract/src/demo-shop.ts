/** The demo shop's name and keys are public: they are in the documentation. */
export const DEMO_SHOP = 'demo-shop.myshopify.com'
export const DEMO_STOREFRONT_KEY = `vsk_demo${'0'.repeat(28)}`
export const DEMO_ADMIN_KEY = `vak_demo${'0'.repeat(28)}`

/** Determines products, pictures and shoppers. After a restart, pictures are drawn from it again, so it must never change. */
export const DEMO_SEED = 'vitrine'

export const DEMO_ORIGIN = 'https://demo-shop.myshopify.com'

export const DEMO_KEYS: readonly string[] = [DEMO_STOREFRONT_KEY, DEMO_ADMIN_KEY]
