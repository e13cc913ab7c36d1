import { readMoney } from '../../../platform/catalog-values.ts'
import { GroupingWindow } from './grouping-window.ts'
import { namesOf, type RecordGroup } from './join-records.ts'
import type { Mapping, PartSource } from './mapping.ts'
import { readPath, readSource, type Scope, scopeOf } from './read-source.ts'
import { listOf, splitPairs, splitText, textOf } from './transforms.ts'

interface Part {
  name: string
  /** Parts of the same choice are alternatives. */
  choice: string
  quantity: number
}

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
    const root = scopeOf(group.rows[0]!, this.#mapping.loose ? { loose: true } : {})
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
  keep(scope: Scope, price: unknown): void {
    const { join } = this.#mapping
    const amount = readMoney(price)
    if (!join?.parts || amount === undefined) return
    for (const name of namesOf(join, scope)) this.#prices.set(name, Math.min(amount, this.#prices.get(name) ?? amount))
  }

  /** Returns undefined if the product has no parts, or if their prices are not known. */
  priceOf(scope: Scope): number | undefined {
    const choices = new Map<string, number | undefined>()
    for (const { name, choice, quantity } of this.#partsOf(scope)) {
      const price = this.#prices.get(name)
      const lowest = choices.get(choice)
      if (price === undefined) choices.set(choice, lowest)
      else choices.set(choice, Math.min(price * quantity, lowest ?? Number.POSITIVE_INFINITY))
    }
    if (choices.size === 0) return undefined
    const sum = [...choices.values()].reduce<number>((total, price) => total + (price ?? Number.NaN), 0)
    return Number.isNaN(sum) ? undefined : Math.round(sum * 1000) / 1000
  }

  #partsOf(scope: Scope): Part[] {
    return (this.#mapping.join?.parts ?? []).flatMap((source) => readParts(source, scope))
  }
}

export function hasPrice(value: unknown): boolean {
  return (readMoney(value) ?? 0) > 0
}

/** Reads the required parts. If none is required, returns all of them as alternatives. */
function readParts({ from, split = ',', name, choice, quantity, required }: PartSource, scope: Scope): Part[] {
  const texts = listOf(readPath(from, scope) ?? []).flatMap((value) => splitText(textOf(value), split))
  const parts = texts.map((text) => {
    const pairs = new Map(splitPairs(text, ',', '='))
    const read = (key: string | undefined) => (key === undefined ? undefined : pairs.get(key))
    return {
      name: name === undefined ? text.split('=', 1)[0]!.trim() : (read(name) ?? ''),
      choice: read(choice) ?? '',
      quantity: Number(read(quantity)) || 1,
      isRequired: read(required) !== '0',
    }
  })
  const needed = parts.filter(({ isRequired }) => isRequired)
  return needed.length > 0 ? needed : parts.map((part) => ({ ...part, choice: '' }))
}
