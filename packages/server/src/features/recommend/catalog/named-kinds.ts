/** Which kinds of things name each other in their descriptions: "wear it with a belt" says that belts go with it. */
import type { CatalogEntry } from './shop-catalog.ts'
import { kindWords } from './described-words.ts'

export interface NamedKinds {
  /** 0 to 1: how much more often descriptions of the one name the other than descriptions of the shop do. */
  closeness(one: string, other: string): number
}

interface Counts {
  products: number
  /** Of these products, how many name the kind. */
  naming: Map<string, number>
}

export function namedKinds(entries: readonly CatalogEntry[]): NamedKinds {
  const byLastWord = kindsByLastWord(entries)
  const all = newCounts()
  const byKind = new Map<string, Counts>()
  for (const { kind, described } of entries) {
    const counts = byKind.get(kind) ?? newCounts()
    byKind.set(kind, counts)
    const named = described ? kindsIn(described, byLastWord) : NOTHING
    for (const one of [counts, all]) {
      one.products++
      for (const other of named) one.naming.set(other, (one.naming.get(other) ?? 0) + 1)
    }
  }
  const share = (kind: string, other: string) => {
    const own = byKind.get(kind)
    if (!own) return 0
    const naming = own.naming.get(other) ?? 0
    // One product more, which names nothing: a single one proves little.
    const rest = (all.naming.get(other) ?? 0) - naming
    return naming / (own.products + 1) - rest / Math.max(1, all.products - own.products)
  }
  return { closeness: (one, other) => Math.max(0, share(one, other), share(other, one)) }
}

const NOTHING: ReadonlySet<string> = new Set()

function newCounts(): Counts {
  return { products: 0, naming: new Map() }
}

interface KindName {
  kind: string
  words: readonly number[]
}

function kindsByLastWord(entries: readonly CatalogEntry[]): Map<number, KindName[]> {
  const found = new Map<number, KindName[]>()
  for (const kind of new Set(entries.map((entry) => entry.kind))) {
    const words = kindWords(kind)
    const last = words.at(-1)
    if (last === undefined) continue
    const known = found.get(last) ?? []
    known.push({ kind, words })
    found.set(last, known)
  }
  return found
}

function kindsIn(described: Int32Array, byLastWord: ReadonlyMap<number, readonly KindName[]>): Set<string> {
  const found = new Set<string>()
  for (const word of described)
    for (const { kind, words } of byLastWord.get(word) ?? [])
      if (words.every((one) => described.includes(one))) found.add(kind)
  return found
}
