import type { Kind } from './kind.ts'
import { ACCESSORIES } from './kinds/accessories.ts'
import { APPAREL } from './kinds/apparel.ts'
import { BED_AND_BATH } from './kinds/bed-and-bath.ts'
import { DECOR } from './kinds/decor.ts'
import { KITCHEN } from './kinds/kitchen.ts'
import { LIVING } from './kinds/living.ts'

/** In the order of the menu. */
export const KINDS: readonly Kind[] = [...LIVING, ...DECOR, ...KITCHEN, ...BED_AND_BATH, ...APPAREL, ...ACCESSORIES]
