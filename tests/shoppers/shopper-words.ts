/** Words that shoppers use instead of the shop's, with the intended meaning, and things that other kinds of shops sell. */

/** Shoppers' words, keyed by the folded word of the shop. */
export const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  sofa: ['davenport', 'settee'],
  armchair: ['recliner'],
  cushion: ['bolster'],
  rug: ['mat'],
  lamp: ['lantern'],
  planter: ['jardiniere'],
  pot: ['jardiniere'],
  blanket: ['afghan'],
  clock: ['timepiece'],
  candle: ['taper'],
  bag: ['tote', 'satchel'],
  backpack: ['rucksack', 'knapsack'],
  shirt: ['blouse'],
  tshirt: ['tee'],
  jacket: ['anorak', 'windbreaker'],
  coat: ['parka'],
  sweater: ['jumper', 'pullover'],
  hoodie: ['sweatshirt'],
  jean: ['dungarees'],
  pant: ['trousers', 'slacks'],
  short: ['bermudas'],
  dress: ['frock'],
  sneaker: ['trainers', 'plimsolls'],
  shoe: ['trainers', 'kicks'],
  boot: ['galoshes'],
  hat: ['beanie'],
  cap: ['snapback'],
  necklace: ['choker', 'lavaliere'],
  bracelet: ['wristlet'],
  ring: ['signet'],
  earring: ['studs'],
  pendant: ['locket'],
  bicycle: ['pushbike', 'two wheeler'],
  bike: ['pushbike', 'two wheeler'],
  helmet: ['headgear'],
  wheel: ['rim'],
  jersey: ['strip', 'football top'],
  kit: ['strip', 'football uniform'],
  tent: ['bivouac'],
  bottle: ['canteen'],
  mug: ['beaker'],
  towel: ['terry'],
  conjunto: ['traje', 'outfit'],
  mameluco: ['pelele', 'enterizo'],
  cobija: ['frazada', 'manta'],
  vestido: ['traje de nina'],
  pantalon: ['calza'],
  zapato: ['calzado'],
  gorro: ['bonete'],
  anillo: ['sortija'],
}

export const NOT_SOLD = [
  'printer paper',
  'dog food',
  'garden hose',
  'gift card',
  'paint',
  'usb cable',
  'guitar strings',
]

export const normalWord = (word: string) =>
  word
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
    .replace(/(?<=.{3})(es|s)$/, '')
