import type { Shop } from '../../ports/record-store/record-store.ts'
import { type VisibleConfig, visibleConfig } from '../shops/visible-config.ts'
import type { DerivedConfig } from './derive-config.ts'

/** The whole document, including the derived parts and their reasons. It can be edited and sent back. */
export type EffectiveConfig = VisibleConfig & { derived: DerivedConfig['reasons'] }

export function effectiveConfig(shop: Shop, derived: DerivedConfig | undefined): EffectiveConfig {
  const complete = { ...shop, config: { ...shop.config, absent: [] } }
  return { ...visibleConfig(complete), derived: derived?.reasons ?? { filters: [], sections: [] } }
}
