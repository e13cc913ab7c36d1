import type { ContentConfig } from '@vitrine/contract'

const DAY_MS = 86_400_000

type Text = readonly [title: string, handle: string, body: string]

const PAGES: readonly Text[] = [
  [
    'About us',
    'about',
    'Vitrine Living is a made-up shop that sells things nobody can buy: sofas, mugs, shirts and some seven hundred others, all drawn by a program. It exists so that you can try search, filters and recommendations on a shop that behaves like a real one.',
  ],
  [
    'Shipping and returns',
    'shipping-and-returns',
    'Orders over $60 ship free. Small parcels take two to four days, furniture about three weeks. Send anything back within 60 days, worn shoes and burnt candles excepted; returns of large pieces are picked up at your door.',
  ],
  [
    'Size guide',
    'size-guide',
    'Our tops run from XS to XL. Measure a shirt that fits you, laid flat from armpit to armpit: 46 cm is an XS, and each size adds 4 cm. Trousers are labelled with the waist in inches. Between two sizes of shoe, take the larger one.',
  ],
  [
    'Care guide',
    'care-guide',
    'Linen likes to be washed often, wool hardly ever. Oil wooden tables twice a year. Season cast iron with a drop of oil and an hour in the oven. Trim the wick before you light a candle.',
  ],
  [
    'Sustainability',
    'sustainability',
    'A fifth of our range is organic, recycled or both, and carries a leaf. We repair what we sell, take back shoes, and pack in paper.',
  ],
  [
    'Contact',
    'contact',
    'Write to us at any hour; we answer on weekdays between nine and five. For trade orders, mention the size of your project and we send you the trade catalog.',
  ],
]

const ARTICLES: readonly Text[] = [
  [
    'How to choose a sofa you will keep',
    'how-to-choose-a-sofa',
    'Measure the door before the wall. Sit in it the way you sit at home, not the way you sit in a shop. A depth of 95 cm suits people who curl up, 85 cm those who talk. Velvet hides pets, linen hides nothing but ages well, leather asks for patience.',
  ],
  [
    'Five lamps, one room',
    'five-lamps-one-room',
    'One light on the ceiling makes a room flat. Put a floor lamp behind the chair, a table lamp at elbow height, a small one on the shelf, and let the pendant hang low over the table. Warm bulbs of 2700 kelvin do the rest.',
  ],
  [
    'The case for one good pan',
    'one-good-pan',
    'A cast-iron pan of 28 cm fries, roasts, bakes and outlives its owner. Heat it slowly, use wood on it, dry it at once. Two pots beside it, one deep and one small, and the kitchen is complete.',
  ],
  [
    'A capsule of ten pieces',
    'a-capsule-of-ten-pieces',
    'Three T-shirts, two shirts, one sweater, one jacket, two pairs of trousers and sneakers: pick two neutrals and one colour, and every piece goes with every other. Pack it all in an 18-litre backpack.',
  ],
  [
    'Which pot for which plant',
    'which-pot-for-which-plant',
    'Succulents want terracotta because it dries out; ferns want glaze because it does not. Go up one size at a time. A hole in the bottom is worth more than any feature.',
  ],
  [
    'Gifts that are used up',
    'gifts-that-are-used-up',
    'A candle, a good towel, a mug for one person only: presents that find their place without needing space. Ten ideas under fifty dollars.',
  ],
]

export function demoPages(): ContentConfig[] {
  return PAGES.map(([title, handle, body], i) => ({ id: 510_001 + i, handle, title, body, url: `/pages/${handle}` }))
}

export function demoArticles(nowMs: number): ContentConfig[] {
  return ARTICLES.map(([title, handle, body], i) => ({
    id: 520_001 + i,
    handle,
    title,
    body,
    url: `/blogs/journal/${handle}`,
    published_at: new Date(nowMs - (12 + 31 * i) * DAY_MS).toISOString(),
  }))
}
