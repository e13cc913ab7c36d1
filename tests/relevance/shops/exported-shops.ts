/** Shops whose exports are beside the repository, with judged queries. */
import { APPAREL } from './apparel.ts'
import { BABY_GOODS } from './baby-goods-spanish.ts'
import { BICYCLES_AND_FASHION } from './bicycles-and-fashion.ts'
import { FOOTBALL_JERSEYS } from './football-jerseys.ts'
import { HOME_AND_GARDEN } from './home-and-garden.ts'
import { JEWELRY } from './jewelry.ts'
import { OUTDOOR_GOODS } from './outdoor-goods.ts'
import type { ShopQueries } from './shop-queries.ts'
import { SILVER_JEWELRY } from './silver-jewelry.ts'

export const EXPORTED_SHOPS: readonly ShopQueries[] = [
  APPAREL,
  BABY_GOODS,
  BICYCLES_AND_FASHION,
  FOOTBALL_JERSEYS,
  HOME_AND_GARDEN,
  JEWELRY,
  OUTDOOR_GOODS,
  SILVER_JEWELRY,
]
