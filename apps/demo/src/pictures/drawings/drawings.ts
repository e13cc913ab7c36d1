import type { Draw } from '../drawing-context.ts'
import { drawCandle } from './candle.ts'
import { drawBackpack, drawSneaker } from './carried.ts'
import { drawBottle, drawMug } from './drinkware.ts'
import { drawLamp } from './lights.ts'
import { drawDress, drawTrousers } from './lowers.ts'
import { drawJacket } from './outerwear.ts'
import { drawArmchair, drawSofa } from './seating.ts'
import { drawCushion, drawRug } from './soft-furnishings.ts'
import { drawCookware, drawKettle } from './stove.ts'
import { drawTable } from './table.ts'
import { drawBedding, drawTowel } from './textiles.ts'
import { drawShirt, drawSweater, drawTshirt } from './tops.ts'
import { drawPlanter, drawVase } from './vessels.ts'
import { drawClock } from './wall-clock.ts'
import { drawSunglasses, drawWatch } from './worn.ts'

export const DRAWINGS: Readonly<Record<string, Draw>> = {
  sofa: drawSofa,
  armchair: drawArmchair,
  table: drawTable,
  rug: drawRug,
  cushion: drawCushion,
  lamp: drawLamp,
  vase: drawVase,
  planter: drawPlanter,
  candle: drawCandle,
  clock: drawClock,
  mug: drawMug,
  kettle: drawKettle,
  cookware: drawCookware,
  bottle: drawBottle,
  bedding: drawBedding,
  towel: drawTowel,
  tshirt: drawTshirt,
  shirt: drawShirt,
  sweater: drawSweater,
  dress: drawDress,
  trousers: drawTrousers,
  jacket: drawJacket,
  sneaker: drawSneaker,
  backpack: drawBackpack,
  watch: drawWatch,
  sunglasses: drawSunglasses,
}
