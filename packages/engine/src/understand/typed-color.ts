/** How near products of one color family come to the color that was typed. */
import { type MeantColor, colorMeant } from '../colors/color-names.ts'
import { oklabOf } from '../colors/oklab.ts'
import { type Bitset, listBits } from '../columns/bitset.ts'
import { stringAt, tableSize } from '../columns/string-table.ts'
import { hasCode, type TermColumn } from '../columns/term-column.ts'
import type { ShopIndex } from '../index/shop-index.ts'
import type { AttributeValues, Constraint } from './constraint.ts'
import { shownInPicture } from './picture-colors.ts'
import { fieldBit, saidDocs } from './said-docs.ts'
import { wordsOf } from './value-holders.ts'

/** From the nearest: says the color as it was typed, has a shade of its hue, has one that leans to another, or only its picture has it. */
export const COLOR_RANK = { said: 0, sameHue: 1, otherHue: 2, pictured: 3 } as const

/** Navy, denim and sky lie within it of blue; teal and turquoise, which lean to green, do not. */
const SAME_HUE_DEGREES = 30

/** Where a product's own color stands. Tags and collections name families, as filters do: "blue" for everything that is navy. */
const OWN_COLOR = fieldBit('title') | fieldBit('options') | fieldBit('metafields')

/** By segment and doc, for those that pass: the farthest of the colors asked for. undefined where none was. */
export function colorRanks(
  index: ShopIndex,
  constraints: readonly Constraint[],
  passed: readonly Bitset[],
): Uint8Array[] | undefined {
  const colors = constraints.filter(({ kind }) => kind === 'color')
  if (colors.length === 0) return undefined
  return passed.map((set, view) => {
    const docs = listBits(set)
    const ranks = new Uint8Array(index.views[view].segment.columns.docCount)
    for (const color of colors) {
      const said = saidDocs({ index, view, docs }, color, OWN_COLOR)
      const hasHue = hueOf(index, view, color)
      const isPictured = picturedDocs(index, view, color)
      docs.forEach((doc, place) => {
        const unsaid = hasHue(doc) ? COLOR_RANK.sameHue : isPictured(doc) ? COLOR_RANK.pictured : COLOR_RANK.otherHue
        ranks[doc] = Math.max(ranks[doc], said[place] === 1 ? COLOR_RANK.said : unsaid)
      })
    }
    return ranks
  })
}

function picturedDocs(index: ShopIndex, view: number, { pictured = [] }: Constraint): (doc: number) => boolean {
  const { starts } = index.views[view].segment.columns.variants
  const isShown = shownInPicture(index, view, pictured)
  return (doc) => {
    for (let v = starts[doc]; v < starts[doc + 1]; v++) if (isShown(doc, v)) return true
    return false
  }
}

/** Whether a value of the doc that satisfies the constraint has the hue that was typed. */
function hueOf(index: ShopIndex, view: number, { attributes, phrases }: Constraint): (doc: number) => boolean {
  const { analyzer } = index.text
  const meant = phrases.flatMap((words) => words.flatMap((word) => colorMeant(word, analyzer) ?? []))
  // A shade that nobody knows the hue of does not lean anywhere.
  const isAlike = (value: string) => {
    const colors = wordsOf(value, analyzer).flatMap((word) => colorMeant(word, analyzer) ?? [])
    return colors.length === 0 || colors.some((color) => meant.some((asked) => hasSameHue(asked, color)))
  }
  const alike = attributes.flatMap((attribute) => {
    const column = columnOf(index, view, attribute)
    return column ? [{ column, codes: codesLike(column, attribute.values, isAlike) }] : []
  })
  return (doc) => alike.some(({ column, codes }) => hasCode(column, doc, codes))
}

function hasSameHue(one: MeantColor, other: MeantColor): boolean {
  const turn = Math.abs(hueDegrees(one) - hueDegrees(other))
  return Math.min(turn, 360 - turn) <= SAME_HUE_DEGREES
}

function hueDegrees({ rgb: [red, green, blue] }: MeantColor): number {
  const [, greenRed, blueYellow] = oklabOf(red, green, blue)
  return (Math.atan2(blueYellow, greenRed) * 180) / Math.PI
}

function columnOf(index: ShopIndex, view: number, { kind, name }: AttributeValues): TermColumn | undefined {
  const { variants, terms } = index.views[view].segment.columns
  return kind === 'option' ? variants.options.get(name)?.byDoc : terms.get(name)
}

function codesLike({ values: table }: TermColumn, values: readonly string[], isAlike: (value: string) => boolean) {
  const wanted = new Set(values)
  const codes = new Uint8Array(tableSize(table))
  for (let code = 0; code < codes.length; code++) {
    const value = stringAt(table, code)
    if (wanted.has(value) && isAlike(value)) codes[code] = 1
  }
  return codes
}
