/** Both products and the shop's configuration use these ids. */
export const PUBLICATION_IDS = { online: '90010001', mobile: '90010002' } as const
export const MARKET_IDS = { us: 1, eu: 2, uk: 3 } as const
export const TRADE_CATALOG = 'trade-2026'
