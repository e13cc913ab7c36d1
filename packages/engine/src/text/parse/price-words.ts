/** What shoppers write around a price: folded, as alternatives of regular expressions. */
export interface PriceWords {
  /** Before a price, also without its currency at the end of the query. */
  readonly under: string
  readonly over: string
  /** Before a price only with its currency: "air max 90", "lego ab 6". */
  readonly underMoney?: string
  readonly overMoney?: string
  /** Around two prices. */
  readonly between: string
  readonly and: string
  /** Around two prices, one with its currency: sizes go from one to another, too. */
  readonly from?: string
  readonly to: string
}

export const PRICE_WORDS: Record<string, PriceWords> = {
  da: {
    under: 'under|hojst|billigere end',
    over: 'over|mindst',
    underMoney: 'max|maks|op til',
    overMoney: 'fra',
    between: 'mellem',
    and: 'og',
    from: 'fra',
    to: 'til',
  },
  de: {
    under: 'unter|bis zu|bis|weniger als|nicht mehr als|hochstens|gunstiger als|billiger als',
    over: 'uber|mindestens|mehr als',
    underMoney: 'max|maximal',
    overMoney: 'ab',
    between: 'zwischen',
    and: 'und',
    from: 'von',
    to: 'bis',
  },
  en: {
    under: 'under|below|less than|(?:no|not) more than|up to|cheaper than|at most',
    over: 'over|above|more than|at least',
    underMoney: 'max',
    overMoney: 'from',
    between: 'between|from',
    and: 'and|to',
    to: 'to',
  },
  es: {
    under: 'menos de|no mas de|hasta|por debajo de|maximo',
    over: 'mas de|por encima de',
    overMoney: 'desde',
    between: 'entre',
    and: 'y',
    from: 'de|desde',
    to: 'a|hasta',
  },
  fi: { under: 'alle|enintaan', over: 'yli|vahintaan', between: 'valilla', and: 'ja', to: 'ja' },
  fr: {
    under: 'moins de|pas plus de|sous|jusqu.a',
    over: 'plus de|au-dessus de',
    overMoney: 'a partir de|des',
    between: 'entre',
    and: 'et',
    from: 'de',
    to: 'a',
  },
  it: {
    under: 'meno di|non piu di|sotto i|sotto|fino a',
    over: 'piu di|oltre|sopra i',
    overMoney: 'a partire da',
    between: 'tra|fra',
    and: 'e',
    from: 'da',
    to: 'a',
  },
  nl: {
    under: 'onder de|onder|minder dan|niet meer dan|goedkoper dan|tot',
    over: 'boven de|boven|meer dan',
    underMoney: 'max|maximaal',
    overMoney: 'vanaf',
    between: 'tussen',
    and: 'en',
    from: 'van',
    to: 'tot',
  },
  no: {
    under: 'under|billigere enn',
    over: 'over|minst',
    underMoney: 'maks|max|opptil',
    overMoney: 'fra',
    between: 'mellom',
    and: 'og',
    from: 'fra',
    to: 'til',
  },
  pt: {
    under: 'menos de|nao mais de|ate|abaixo de|no maximo',
    over: 'mais de|acima de',
    overMoney: 'a partir de',
    between: 'entre',
    and: 'e',
    from: 'de',
    to: 'a|ate',
  },
  sv: {
    under: 'under|hogst|billigare an',
    over: 'over|minst',
    underMoney: 'max|upp till',
    overMoney: 'fran',
    between: 'mellan',
    and: 'och',
    from: 'fran',
    to: 'till',
  },
  th: {
    under: '(?:ราคา)?(?:ไม่เกิน|ต่ำกว่า|น้อยกว่า)',
    over: '(?:ราคา)?(?:มากกว่า|สูงกว่า)',
    between: 'ระหว่าง',
    and: 'ถึง|และ',
    to: 'ถึง',
  },
}

/** Where what bounds a price stands after it, and no spaces are written. */
export interface TrailingPriceWords {
  readonly currency: string
  readonly under: string
  readonly over: string
}

export const TRAILING_PRICE_WORDS: Record<string, TrailingPriceWords> = {
  ja: { currency: '円', under: '以下|以内|未満|まで', over: '以上|から' },
  ko: { currency: '원', under: '이하|미만|까지', over: '이상|부터' },
  zh: { currency: '元|块钱|块', under: '以下|以内|之内|内', over: '以上' },
}
