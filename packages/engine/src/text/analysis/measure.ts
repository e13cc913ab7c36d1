import units from '../../languages/units.json' with { type: 'json' }

/** Queries search for every spelling of a measure (24in, 24", 60.96 cm), so the index needs no measures. */
export interface Measure {
  readonly dimension: Dimension
  /** In the base unit: millimetres, millilitres, grams, … */
  readonly amount: number
}

export type Dimension = 'length' | 'volume' | 'weight' | 'power' | 'voltage' | 'current' | 'storage'

interface MeasureUnit {
  readonly dimension: Dimension
  readonly factor: number
  /** Folded; the first is displayed. */
  readonly spellings: readonly string[]
}

const UNITS: readonly MeasureUnit[] = units.map(({ dimension, factor, spellings }) => ({
  dimension: dimension as Dimension,
  factor,
  spellings: spellings.split(' '),
}))

const UNITS_OF = new Map<string, MeasureUnit[]>()
for (const each of UNITS) {
  for (const spelling of each.spellings) UNITS_OF.set(spelling, [...(UNITS_OF.get(spelling) ?? []), each])
}

/** These letters are also sizes and models, so they are units only directly after the number. */
const ONLY_ATTACHED = new Set(['m', 'w', 'v', 'a'])

export function isMeasureUnit(word: string): boolean {
  return UNITS_OF.has(word)
}

export function isAmount(word: string): boolean {
  return amountOf(word) !== undefined
}

export function mayStandApart(word: string): boolean {
  return UNITS_OF.has(word) && !ONLY_ATTACHED.has(word)
}

/** Returns all meanings: an ounce is a weight and a volume. */
export function measuresOf(amount: string, unitWord: string): Measure[] {
  const number = amountOf(amount)
  if (number === undefined) return []
  return (UNITS_OF.get(unitWord) ?? []).map(({ dimension, factor }) => ({ dimension, amount: number * factor }))
}

/** Accepts "24", "7.5" and "3/4". */
function amountOf(text: string): number | undefined {
  const parts = /^(\d{1,6}(?:\.\d{1,4})?)(?:\/(\d{1,3}))?$/.exec(text)
  if (parts === null) return undefined
  const number = Number(parts[1]) / (parts[2] === undefined ? 1 : Number(parts[2]))
  return Number.isFinite(number) && number > 0 ? number : undefined
}

/** Allows for rounding on labels: 60.96 cm is sold as 61 cm, and 8.5 oz as 250 ml. 99 cm is not 100 cm. */
const TOLERANCE = 0.008

export function isSameMeasure(one: Measure, other: Measure): boolean {
  return one.dimension === other.dimension && Math.abs(one.amount - other.amount) <= TOLERANCE * one.amount
}

/** Returns words side by side, the typed form first: ["24", "in"], ["60.96", "cm"], ["61", "cm"], … */
export function spellingsOf(amount: string, unitWord: string): string[][] {
  const own = UNITS_OF.get(unitWord) ?? []
  const typed = own.flatMap(({ spellings }) => spellings.map((spelling) => [amount, spelling]))
  const converted = measuresOf(amount, unitWord).flatMap((measure) =>
    UNITS.filter((other) => other.dimension === measure.dimension && !own.includes(other)).flatMap((other) =>
      amountsIn(measure, other).flatMap((text) => other.spellings.map((spelling) => [text, spelling])),
    ),
  )
  return [...typed, ...converted]
}

/** Returns the amount with two, one and no decimals, as far as rounding stays within the tolerance. */
function amountsIn({ dimension, amount }: Measure, { factor }: MeasureUnit): string[] {
  const exact = amount / factor
  if (exact < 0.05 || exact > 99_999) return []
  const texts = [2, 1, 0].map((digits) => String(Number(exact.toFixed(digits))))
  return [...new Set(texts)].filter((text) =>
    isSameMeasure({ dimension, amount }, { dimension, amount: Number(text) * factor }),
  )
}

/** Finds both measures of "200 x 300 cm". `words` are folded, with numbers and units separate. */
export function statedMeasures(words: readonly string[]): Measure[] {
  return words.flatMap((word, i) => {
    if (!isMeasureUnit(word) || i === 0) return []
    const amounts = [words[i - 1]]
    for (let before = i - 2; before > 0 && words[before] === 'x'; before -= 2) amounts.push(words[before - 1])
    return amounts.flatMap((amount) => measuresOf(amount, word))
  })
}
