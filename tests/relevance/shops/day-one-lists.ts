/** What a person would recommend with a product: `sensible` complements it, `never` would look like a mistake. */
export interface DayOneAnchor {
  title: string
  /** Matched against "title (type)". */
  sensible: RegExp
  never?: RegExp
}

export interface DayOneShop {
  file: string
  locale: string
  /** Minimum share of sensible products in the first five, a little below what was measured. */
  minShare: number
  anchors: DayOneAnchor[]
}

export const each = (titles: readonly string[], sensible: RegExp, never?: RegExp): DayOneAnchor[] =>
  titles.map((title) => ({ title, sensible, ...(never ? { never } : {}) }))

/** Something to wear over or under a top, or to carry. */
const WITH_A_TOP = /jacket|tuxedo|\bbag|high tops|jumper|skirt and/i
const WITH_A_JACKET = /(?<!high )\btop\b|shirt|blouse|tee|jumper|\bbag|high tops|skirt/i

export const APPAREL_DAY_ONE: DayOneShop = {
  file: 'shopifypartners/apparel.csv',
  locale: 'en',
  minShare: 0.7,
  anchors: [
    ...each(
      [
        'Ocean Blue Shirt',
        'Classic Varsity Top',
        'Red Sports Tee',
        'Chequered Red Shirt',
        'Silk Summer Top',
        'Long Sleeve Cotton Top',
        'Dark Denim Top',
        'Floral White Top',
        'Striped Silk Blouse',
        'White Cotton Shirt',
      ],
      WITH_A_TOP,
    ),
    ...each(
      ['Navy Sports Jacket', 'Soft Winter Jacket', 'Classic Leather Jacket', 'Zipped Jacket', 'Olive Green Jacket'],
      WITH_A_JACKET,
      /jacket/i,
    ),
    ...each(['Yellow Wool Jumper'], /jacket|shirt|\btop\b|\bbag|high tops|skirt/i),
    ...each(['Striped Skirt and Top'], /jacket|\bbag|high tops|shirt|blouse|jumper/i),
    ...each(['Blue Silk Tuxedo'], /shirt|high tops|\bbag|top|blouse/i),
    ...each(['Black Leather Bag', 'LED High Tops'], /jacket|shirt|\btop\b|blouse|tee|tuxedo|jumper|skirt|\bbag/i),
  ],
}

const FOR_A_ROOM = /sofa|armchair|pillow|candle|light|table|drawers|beanbag|bed clothes|ceramic pot/i
const FOR_A_GARDEN = /pot|trowel|watering|outdoor|fence|slats|table/i

export const HOME_AND_GARDEN_DAY_ONE: DayOneShop = {
  file: 'shopifypartners/home-and-garden.csv',
  locale: 'en',
  minShare: 0.7,
  anchors: [
    ...each(
      [
        'Knitted Throw Pillows',
        'Brown Throw Pillows',
        'Vanilla candle',
        'Bedside Table',
        'White Bed Clothes',
        'Grey Sofa',
        'Antique Drawers',
        'Black Beanbag',
        'Copper Light',
        'Cream Sofa',
        'Yellow Sofa',
        'Pink Armchair',
      ],
      FOR_A_ROOM,
    ),
    ...each(
      [
        'Biodegradable cardboard pots',
        'Gardening hand trowel',
        'Wooden outdoor slats',
        'Clay Plant Pot',
        'Yellow watering can',
        'Wooden Fence',
        'Wooden Outdoor Table',
        'White Ceramic Pot',
      ],
      FOR_A_GARDEN,
    ),
  ],
}

const WITH_EARRINGS = /necklace|choker|bracelet/i
const WITH_A_NECKLACE = /earrings|bracelet/i
const WITH_A_BRACELET = /earrings|necklace|choker/i

export const JEWELRY_DAY_ONE: DayOneShop = {
  file: 'shopifypartners/jewelery.csv',
  locale: 'en',
  minShare: 0.95,
  anchors: [
    ...each(
      ['Galaxy Earrings', 'Boho Earrings', 'Gold Elephant Earrings', 'Guardian Angel Earrings'],
      WITH_EARRINGS,
      /earrings/i,
    ),
    ...each(
      [
        'Gold Bird Necklace',
        'Dainty Gold Necklace',
        'Origami Crane Necklace',
        'Choker with Bead',
        'Dreamcatcher Pendant Necklace',
        'Stylish Summer Necklace',
        'Choker with Gold Pendant',
        'Choker with Triangle',
        'Silver Threader Necklace',
        'Gemstone Necklace',
        'Pretty Gold Necklace',
      ],
      WITH_A_NECKLACE,
      /necklace|choker/i,
    ),
    ...each(
      ['Anchor Bracelet Mens', 'Bangle Bracelet', '7 Shakra Bracelet', 'Boho Bangle Bracelet', 'Moon Charm Bracelet'],
      WITH_A_BRACELET,
      /bracelet/i,
    ),
  ],
}

const FOR_EVERYBODY = /bag|backpack|stool|mug|headlamp|cap|skincare|soap|notebooks/i

export const OUTDOOR_GOODS_DAY_ONE: DayOneShop = {
  file: 'jmikh_ecom/shopify_products.json',
  locale: 'en',
  minShare: 0.85,
  anchors: [
    ...each(
      ['Guaranteed', 'Chevron', 'Lodge', 'Moon Cycle', 'Cydney Plaid', 'Long Sleeve Swing Shirt'],
      /bag|backpack|stool|mug|headlamp|cap|skincare|soap|notebooks|cardigan|pullover/i,
      /ayres chambray|woolfill|iron ranger/i,
    ),
    ...each(
      ['Whitney Pullover', 'Gertrude Cardigan'],
      /bag|backpack|stool|mug|headlamp|cap|skincare|soap|notebooks|guaranteed|lodge|chevron|plaid|moon|swing shirt/i,
      /ayres chambray|woolfill|iron ranger/i,
    ),
    ...each(
      ['Ayres Chambray', 'Duckworth Woolfill Jacket'],
      /bag|backpack|stool|mug|headlamp|cap|skincare|soap|notebooks|chambray|woolfill|iron ranger/i,
      /cydney|guaranteed|whitney|gertrude|chevron|lodge|moon|swing shirt/i,
    ),
    // Nothing in this shop goes with boots, so the list has featured products that suit everybody.
    ...each(['Red Wing Iron Ranger Boot'], /bag|backpack|stool|mug|headlamp|cap|soap|notebooks|chambray|woolfill/i),
    ...each(['Hudderton Backpack', 'Scout Backpack', 'Derby Tier Backpack', 'Canvas Lunch Bag'], /./, /backpack/i),
    ...each(
      ['Camp Stool', 'Mola Headlamp', 'Double Wall Mug', '5 Panel Camp Cap', 'The Scout Skincare Kit'],
      FOR_EVERYBODY,
    ),
  ],
}
