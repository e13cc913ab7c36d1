/** Computes how conversions, refunds and attributions change the reports. */
import { type CartCreditRecords, cartRollups, moveCartCredit } from './cart-rollups.ts'
import { attributionRollups, conversionRollups } from './conversion-rollups.ts'
import type { Conversion, ConversionLine, RefundFact, RollupChange } from './derived-facts.ts'
import type { Attribution, AttributionResult } from './derived-records.ts'
import type { ShopDays } from './shop-days.ts'
import { compareTexts } from './activity-spans.ts'

export interface ConversionRecords extends CartCreditRecords {
  /** Returns the conversion with refunded amounts. */
  readWhole(kind: string, key: string): Conversion | undefined
  /** Returns the conversion without refunded amounts. */
  read(kind: string, key: string): Conversion | undefined
  afterRefunds(conversion: Conversion): Conversion
  put(conversion: Conversion, before: Conversion | undefined): void
  /** Returns whether the refund is new. */
  putRefund(fact: RefundFact): boolean
  attributions(kind: string, key: string): Attribution[]
  putAttributions(kind: string, key: string, attributions: readonly Attribution[]): void
  mark(kind: string, key: string): void
  unmark(kind: string, key: string): void
}

export function conversionReports(records: ConversionRecords, days: ShopDays) {
  function rollupsOf(counted: Conversion): RollupChange[] {
    const attributions = records.attributions(counted.kind, counted.key)
    const carts = counted.kind === 'cart' ? cartRollups(records, counted, { attributions, days }) : []
    return [...conversionRollups(counted, days), ...attributionRollups(counted, attributions, days), ...carts]
  }

  function takeBack(counted: Conversion): RollupChange[] {
    const before = records.attributions(counted.kind, counted.key)
    const changes = negated([...conversionRollups(counted, days), ...attributionRollups(counted, before, days)])
    changes.push(...moveCartCredit(records, counted, { before, after: [], days }))
    records.putAttributions(counted.kind, counted.key, [])
    return changes
  }

  function addConversion(conversion: Conversion): RollupChange[] {
    const { kind, key } = conversion
    const before = records.readWhole(kind, key)
    const joined = joinReports(before ?? conversion, conversion)
    if (before && sameReport(before, joined)) return []
    const taken = before ? takeBack(records.afterRefunds(before)) : []
    records.put(joined, before)
    records.mark(kind, key)
    return [...taken, ...conversionRollups(records.afterRefunds(joined), days)]
  }

  return {
    rollupsOf,

    addConversions(conversions: readonly Conversion[]): RollupChange[] {
      return conversions.flatMap((conversion) => addConversion(conversion))
    },

    /** A refund of an unknown order is kept until the order arrives. */
    addRefunds(refunds: readonly RefundFact[]): RollupChange[] {
      const changes: RollupChange[] = []
      for (const fact of refunds) {
        const before = records.read('order', fact.order)
        if (!records.putRefund(fact) || !before) continue
        const after = records.read('order', fact.order) as Conversion
        changes.push(...takeBack(before), ...conversionRollups(after, days))
        records.mark('order', fact.order)
      }
      return changes
    },

    putResults(results: readonly AttributionResult[]): RollupChange[] {
      const changes: RollupChange[] = []
      for (const { kind, key, attributions } of results) {
        records.unmark(kind, key)
        const conversion = records.read(kind, key)
        if (!conversion) continue
        const before = records.attributions(kind, key)
        changes.push(...negated(attributionRollups(conversion, before, days)))
        changes.push(...attributionRollups(conversion, attributions, days))
        changes.push(...moveCartCredit(records, conversion, { before, after: attributions, days }))
        records.putAttributions(kind, key, attributions)
      }
      return changes
    },
  }
}

export function negated(changes: readonly RollupChange[]): RollupChange[] {
  return changes.map((change) => ({ ...change, value: -change.value }))
}

/** Of two reports of an order, the more trusted counts, then the earlier. The subjects of both are kept. */
function joinReports(a: Conversion, b: Conversion): Conversion {
  const first = compareConversions(a, b) <= 0 ? a : b
  return { ...first, subjects: [...new Set([...a.subjects, ...b.subjects])].sort() }
}

function sameReport(a: Conversion, b: Conversion): boolean {
  return a.eventId === b.eventId && a.subjects.length === b.subjects.length
}

const RANKS = ['signed', 'keyed', 'keyless']

function rankOf({ trust = 'keyed' }: Conversion): number {
  return RANKS.indexOf(trust)
}

function compareConversions(a: Conversion, b: Conversion): number {
  return rankOf(a) - rankOf(b) || a.atMs - b.atMs || compareTexts(a.eventId, b.eventId)
}

export function lessRefunds(conversion: Conversion, refunds: readonly ConversionLine[]): Conversion {
  return refunds.length === 0 ? conversion : { ...conversion, lines: linesLeft(conversion.lines, refunds) }
}

/** Never below zero. Lines keep their index, because attributions refer to it. */
function linesLeft(lines: readonly ConversionLine[], refunds: readonly ConversionLine[]): ConversionLine[] {
  const owed = new Map<number, { quantity: number; amount: number }>()
  for (const { productId, quantity, amount } of refunds) {
    const sum = owed.get(productId) ?? { quantity: 0, amount: 0 }
    owed.set(productId, { quantity: sum.quantity + quantity, amount: sum.amount + amount })
  }
  return lines.map((line) => {
    const sum = owed.get(line.productId)
    if (!sum) return line
    const quantity = Math.min(line.quantity, sum.quantity)
    const amount = Math.min(line.amount, sum.amount)
    sum.quantity -= quantity
    sum.amount -= amount
    return { ...line, quantity: line.quantity - quantity, amount: line.amount - amount }
  })
}
