import { type Answer, canScore, score } from './metrics.ts'
import type { ConstantGroup, Setting } from './nested-folds.ts'
import type { FoldedSet } from './report-folds.ts'
import { mean } from './statistics.ts'

/** Prints what each set's headline measure becomes when one constant is turned and all others stay as shipped. */
export function reportSensitivity<Folded extends FoldedSet>(
  sets: readonly Folded[],
  groups: readonly ConstantGroup[],
  searchWith: (setting: Setting) => (folded: Folded, query: string) => Answer,
): void {
  const measure = (setting: Setting) => {
    const search = searchWith(setting)
    return sets.map((folded) => {
      const { ids, headline, judgements } = folded.set
      const scored = [...judgements].filter(([, grades]) => canScore(grades, headline))
      return mean(scored.map(([query, grades]) => score(search(folded, query), grades, ids.length)[headline]))
    })
  }
  const line = (name: string, cells: readonly string[]) =>
    console.log(`${name.padEnd(24)} ${cells.map((cell) => cell.padStart(12)).join(' ')}`)
  const shipped = measure({})
  console.log('\none constant turned, all others as shipped (points)')
  line(
    '',
    sets.map(({ set }) => set.name),
  )
  line(
    'as shipped',
    shipped.map((value) => value.toFixed(4)),
  )
  for (const { name, values } of groups.flat()) {
    for (const value of values) {
      const turned = measure({ [name]: value })
      line(
        `${name} ${value}`,
        turned.map((each, s) => (100 * (each - shipped[s]!)).toFixed(2)),
      )
    }
  }
}
