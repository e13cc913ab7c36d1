/** Texts of the shop's pages and articles, which belong to the theme. */
export const en = {
  about: {
    title: 'About us',
    text: [
      'Vitrine Living is a made-up shop that sells things nobody can buy: sofas, mugs, shirts and some seven hundred others, all drawn by a program.',
      'It exists so that you can try search, filters and recommendations on a shop that behaves like a real one. What you look at here changes what is recommended to you; what you order appears in the dashboard a moment later.',
    ],
  },
  'shipping-and-returns': {
    title: 'Shipping and returns',
    text: [
      'Orders over $60 ship free. Small parcels take two to four days, furniture about three weeks.',
      'Send anything back within 60 days, worn shoes and burnt candles excepted. Returns of large pieces are picked up at your door.',
    ],
  },
  'size-guide': {
    title: 'Size guide',
    text: [
      'Our tops run from XS to XL. Measure a shirt that fits you, laid flat from armpit to armpit: 46 cm is an XS, and each size adds 4 cm.',
      'Trousers are labelled with the waist in inches. Between two sizes of shoe, take the larger one.',
    ],
  },
  'care-guide': {
    title: 'Care guide',
    text: [
      'Linen likes to be washed often, wool hardly ever. Wash both cold, and dry wool lying flat.',
      'Oil wooden tables twice a year. Season cast iron with a drop of oil and an hour in the oven. Trim the wick before you light a candle.',
    ],
  },
  sustainability: {
    title: 'Sustainability',
    text: [
      'A fifth of our range is organic, recycled or both, and carries a leaf.',
      'We repair what we sell, take back shoes, and pack in paper.',
    ],
  },
  contact: {
    title: 'Contact',
    text: [
      'Write to us at any hour; we answer on weekdays between nine and five.',
      'For trade orders, mention the size of your project and we send you the trade catalog.',
    ],
  },
  'how-to-choose-a-sofa': {
    title: 'How to choose a sofa you will keep',
    text: [
      'Measure the door before the wall. Sit in it the way you sit at home, not the way you sit in a shop.',
      'A depth of 95 cm suits people who curl up, 85 cm those who talk. Velvet hides pets, linen hides nothing but ages well, leather asks for patience.',
    ],
  },
  'five-lamps-one-room': {
    title: 'Five lamps, one room',
    text: [
      'One light on the ceiling makes a room flat. Put a floor lamp behind the chair, a table lamp at elbow height, a small one on the shelf, and let the pendant hang low over the table.',
      'Warm bulbs of 2700 kelvin do the rest.',
    ],
  },
  'one-good-pan': {
    title: 'The case for one good pan',
    text: [
      'A cast-iron pan of 28 cm fries, roasts, bakes and outlives its owner. Heat it slowly, use wood on it, dry it at once.',
      'Two pots beside it, one deep and one small, and the kitchen is complete.',
    ],
  },
  'a-capsule-of-ten-pieces': {
    title: 'A capsule of ten pieces',
    text: [
      'Three T-shirts, two shirts, one sweater, one jacket, two pairs of trousers and sneakers: pick two neutrals and one color, and every piece goes with every other.',
      'Pack it all in an 18-liter backpack.',
    ],
  },
  'which-pot-for-which-plant': {
    title: 'Which pot for which plant',
    text: [
      'Succulents want terracotta because it dries out; ferns want glaze because it does not.',
      'Go up one size at a time. A hole in the bottom is worth more than any feature.',
    ],
  },
  'gifts-that-are-used-up': {
    title: 'Gifts that are used up',
    text: [
      'A candle, a good towel, a mug for one person only: presents that find their place without needing space.',
      'Most of what we would give ourselves costs less than fifty dollars.',
    ],
  },
}

export type ContentTexts = Record<keyof typeof en, { title: string; text: string[] }>
