import { readMoney } from '../../../platform/catalog-values.ts'
import { GroupingWindow } from './grouping-window.ts'
import { namesOf, type RecordGroup } from './join-records.ts'
import type { Mapping, PartSource } from './mapping.ts'
import { readPath, readSource, type Scope, scopeOf } from './read-source.ts'
import { listOf, splitPairs, splitText, textOf } from './transforms.ts'

/**
 * Prices products that consist of others and have no price of their own. A group costs as much as its lowest-priced
 * product, a bundle as much as the sum over its choices. Such products wait until the others' prices are known.
 */
export class PartPrices {
  readonly #mapping: Mapping
  readonly #prices = new Map<string, number>()
  readonly #waiting = new GroupingWindow<RecordGroup>()

  constructor(mapping: Mapping) {
    this.#mapping = mapping
  }

  /** Returns the groups that need not wait: usually the given one, and those that no longer fit into the window. */
  take(group: RecordGroup): RecordGroup[] {
    const root = scopeOf(group.rows[0]!, this.#mapping)
    if (this.#partsOf(root).length === 0 || hasPrice(readSource(this.#mapping.variants?.fields.price, root)))
      return [group]
    const bytes = group.rows.reduce((sum, row) => sum + row.bytes, 0)
    this.#waiting.open(group.name, group, bytes)
    return [...this.#waiting.overflowing()]
  }

  end(): RecordGroup[] {
    return [...this.#waiting.all()]
  }

  /** Remembers the price for products that contain this one. Variants may share a name, so the lowest counts. */
  keep(scopes: readonly Scope[], price: unknown): void {
    const { join } = this.#mapping
    const amount = readMoney(price)
    if (!join?.parts || amount === undefined) return
    for (const name of scopes.flatMap((scope) => namesOf(join, scope)))
      this.#prices.set(name, Math.min(amount, this.#prices.get(name) ?? amount))
  }

  /** Returns undefined if the product has no parts, or if their prices are not known. */
  priceOf(scope: Scope): number | undefined {
    const lowest = new Map<string, number>()
    for (const { name, choice, quantity } of this.#partsOf(scope)) {
      const price = (this.#prices.get(name) ?? Number.POSITIVE_INFINITY) * quantity
      lowest.set(choice, Math.min(price, lowest.get(choice) ?? price))
    }
    const sum = lowest.values().reduce((total, price) => total + price, 0)
    return lowest.size > 0 && Number.isFinite(sum) ? Math.round(sum * 1000) / 1000 : undefined
  }

  #partsOf(scope: Scope) {
    return (this.#mapping.join?.parts ?? []).flatMap((source) => readParts(source, scope))
  }
}

export function hasPrice(value: unknown): boolean {
  return (readMoney(value) ?? 0) > 0
}

/** Reads the required parts; those of one choice are alternatives. If none is required, all are alternatives. */
function readParts({ from, split = ',', name, choice = '', quantity = '', required = '' }: PartSource, scope: Scope) {
  const texts = listOf(readPath(from, scope) ?? []).flatMap((value) => splitText(textOf(value), split))
  const parts = texts.map((text) => {
    const pairs = new Map(splitPairs(text, ',', '='))
    return {
      name: (name === undefined ? text.split('=', 1)[0]!.trim() : pairs.get(name)) ?? '',
      choice: pairs.get(choice) ?? '',
      quantity: Number(pairs.get(quantity)) || 1,
      isRequired: pairs.get(required) !== '0',
    }
  })
  const needed = parts.filter(({ isRequired }) => isRequired)
  return needed.length > 0 ? needed : parts.map((part) => ({ ...part, choice: '' }))
}
