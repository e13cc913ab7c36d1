import { compareNatural } from '../columns/natural-order.ts'
import { stringAt } from '../columns/string-table.ts'
import { docCounts, type UnitedColumn } from './value-union.ts'

/** How most products spell each of these values. */
export function commonSpelling(
  columns: readonly (UnitedColumn | undefined)[],
  numbering: readonly (Uint32Array | null | undefined)[],
  contested: ReadonlySet<number>,
): Map<number, string> {
  const votes = new Map<number, Map<string, number>>()
  columns.forEach((united, s) => {
    const numbers = numbering[s]
    if (!united || numbers === undefined) return
    const counts = docCounts(united)
    for (let code = 0; code < counts.length; code++) {
      const number = numbers === null ? code : numbers[code]
      if (counts[code] === 0 || !contested.has(number)) continue
      const spellings = votes.get(number) ?? new Map<string, number>()
      const spelling = stringAt(united.column.values, code)
      spellings.set(spelling, (spellings.get(spelling) ?? 0) + counts[code])
      votes.set(number, spellings)
    }
  })
  return new Map([...votes].map(([number, spellings]) => [number, chosen(spellings)]))
}

/** Among equals the one that reads like a title ("Red" before "RED" and "red"). */
function chosen(spellings: ReadonlyMap<string, number>): string {
  const capitalized = (text: string) => (/^\p{Lu}.*\p{Ll}/u.test(text) ? 0 : 1)
  const [best] = [...spellings].sort(
    ([a, countA], [b, countB]) => countB - countA || capitalized(a) - capitalized(b) || compareNatural(a, b),
  )
  return best[0]
}
