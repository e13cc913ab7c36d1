/** Orders a facet's values: named sizes, then measures by quantity (500 ml before 1 l), then texts. */
import { compareNatural } from './natural-order.ts'
import { sizePlace } from '../text/analysis/size-words.ts'
import { type Folding, valueKey } from './value-key.ts'

/** A value with its sort keys, in order of comparison. The value itself comes last, which makes the order total. */
export interface OrderedValue {
  value: string
  key: string
  /** 0 for named sizes, then a group for each kind of measure, then texts. */
  group: number
  /** The size's rank, or up to three numbers: `30x32`, `16-18`. Missing numbers sort first. */
  numbers: readonly [number, number, number]
}

export function orderedValue(value: string, folding: Folding): OrderedValue {
  const key = valueKey(value, folding)
  if (folding === 'exact') return { value, key, ...TEXT }
  return { value, key, ...(sizeRank(key) ?? measureRank(key) ?? TEXT) }
}

export function compareValues(a: OrderedValue, b: OrderedValue): number {
  return compareKeys(a, b) || compareNatural(a.value, b.value)
}

/** Returns 0 for spellings of one value. */
export function compareKeys(a: OrderedValue, b: OrderedValue): number {
  if (a.group !== b.group) return a.group - b.group
  for (let i = 0; i < 3; i++) if (a.numbers[i] !== b.numbers[i]) return a.numbers[i] < b.numbers[i] ? -1 : 1
  return compareNatural(a.key, b.key)
}

type Rank = Pick<OrderedValue, 'group' | 'numbers'>

const NONE = Number.NEGATIVE_INFINITY
const LAST_GROUP = 100
const TEXT: Rank = { group: LAST_GROUP, numbers: [NONE, NONE, NONE] }

/** Accepts `S`, `S/M` and `S (36)`. */
function sizeRank(key: string): Rank | undefined {
  const paren = key.indexOf('(')
  const place = sizePlace(paren > 0 ? key.slice(0, paren).trim() : key)
  return place === undefined ? undefined : { group: 0, numbers: [place, NONE, NONE] }
}

const NUMBER = String.raw`(\d+ \d+/\d+|\d{1,3}(?:,\d{3})+(?!\d)|\d+(?:[.,]\d+)?)`
const MEASURE = new RegExp(
  `^(?:size |gr\\.? |w)?${NUMBER}(?: ?(x|\\*|×|-|/|to|a|bis|y) ?l?${NUMBER}(?: ?[x*×-] ?${NUMBER})?)? ?([a-z".°']*)(?: .*)?$`,
)
const LONGEST_MEASURE = 40

function measureRank(key: string): Rank | undefined {
  if (key.length > LONGEST_MEASURE) return undefined
  const match = MEASURE.exec(key)
  if (match === null) return undefined
  const [, first, joint, second, third, unitName = ''] = match
  const unit = unitName === '' ? PLAIN : unitOf(unitName, joint === '-' || joint === '/')
  if (unit === undefined) return undefined
  const [group, factor] = unit
  if (joint === '/' && third === undefined && group !== 1 && FRACTIONS.has(second)) {
    return { group, numbers: [(readNumber(first) / readNumber(second)) * factor, NONE, NONE] }
  }
  const read = (text: string | undefined) => (text === undefined ? NONE : readNumber(text) * factor)
  return { group, numbers: [read(first), read(second), read(third)] }
}

/** Before a unit, a slash followed by one of these numbers is a fraction. Any other slash separates two numbers. */
const FRACTIONS = new Set(['2', '3', '4', '8', '16', '32', '64'])

type Unit = readonly [group: number, factor: number]

const PLAIN: Unit = [1, 1]

/** Folded, in the singular. Weights and volumes are sorted together: a millilitre weighs about a gram. */
const UNITS: Record<string, Unit> = Object.assign(Object.create(null), {
  ...unitsOf(2, 'mg:0.001 g:1 gr:1 gm:1 gms:1 gram:1 gramm:1 kg:1000 kgs:1000 oz:28.35 lb:453.6 lbs:453.6'),
  ...unitsOf(2, 'ml:1 cl:10 dl:100 l:1000 lt:1000 ltr:1000 liter:1000 litre:1000 gal:3785'),
  ...unitsOf(3, `mm:1 cm:10 dm:100 m:1000 km:1000000 in:25.4 inch:25.4 zoll:25.4 ":25.4 ft:304.8 ':304.8`),
  ...unitsOf(4, 'month:1 mon:1 mo:1 mos:1 mese:1 mes:1 monate:1 mois:1 mth:1'),
  ...unitsOf(4, 'y:12 yr:12 yrs:12 year:12 t:12 jahre:12 ano:12 ans:12 week:0.23 day:0.033'),
  ...unitsOf(5, 'pack:1 pk:1 pc:1 pcs:1 piece:1 ct:1 count:1 stuck:1 set:1 pair:1 er:1'),
  ...unitsOf(6, 'kb:0.001 mb:1 gb:1000 tb:1000000'),
  ...unitsOf(7, 'w:1 kw:1000 watt:1 v:1 mah:1 hz:1 khz:1000 mhz:1000000'),
})

function unitsOf(group: number, list: string): Record<string, Unit> {
  const pairs = list.split(' ').map((one) => one.split(':') as [string, string])
  return Object.fromEntries(pairs.map(([name, factor]) => [name, [group, Number(factor)] as const]))
}

/** "m" means months in a range such as `6-12M`, otherwise metres. */
function unitOf(name: string, range: boolean): Unit | undefined {
  const plain = name.replace(/\.$/, '')
  return range && plain === 'm' ? UNITS.month : UNITS[plain]
}

/** Accepts `1 1/2`, `1,000` and `6,5`. */
function readNumber(text: string): number {
  const mixed = /^(\d+) (\d+)\/(\d+)$/.exec(text)
  if (mixed) return Number(mixed[1]) + Number(mixed[2]) / (Number(mixed[3]) || 1)
  return Number(/^\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text.replace(',', '.'))
}
