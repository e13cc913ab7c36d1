import { hashOf, type JudgedSet } from './judged-set.ts'
import { type Answer, canScore, score } from './metrics.ts'
import { type ConstantGroup, nestedFolds, type Setting, worth } from './nested-folds.ts'
import { halfInterval, mean } from './statistics.ts'

export interface FoldedSet {
  readonly set: JudgedSet
}

const foldCount = 5

type Search<Folded> = (folded: Folded, query: string) => Answer

/** Prints each set's headline measure with the constants as shipped and with those that its folds chose. */
export function crossValidate<Folded extends FoldedSet>(
  sets: readonly Folded[],
  groups: readonly ConstantGroup[],
  searchWith: (setting: Setting) => Search<Folded>,
): void {
  const cases = sets.map((folded) => ({
    folded,
    queries: [...folded.set.judgements].filter(([, grades]) => canScore(grades, folded.set.headline)),
  }))
  const measure = (setting: Setting) => {
    const search = searchWith(setting)
    return cases.map(({ folded, queries }) =>
      queries.map(([query, grades]) => {
        const { ids, headline } = folded.set
        return score(search(folded, query), grades, ids.length)[headline]
      }),
    )
  }
  const foldOf = cases.map(({ queries }) => queries.map(([query]) => hashOf(query) % foldCount))
  const shipped = measure({})
  const { scores, chosen, worths, settingsTried } = nestedFolds({ groups, foldCount, measure, foldOf })
  console.log(`\ncross-validated, ${foldCount} folds over all sets together, ${settingsTried} settings tried`)
  console.log('set             measure  queries  as shipped  chosen without the fold')
  cases.forEach(({ folded: { set } }, s) => {
    const figures = `${mean(shipped[s]!).toFixed(4).padStart(11)}  ${mean(scores[s]!).toFixed(4)} ±${halfInterval(scores[s]!).toFixed(4)}`
    console.log(`${set.name.padEnd(15)} ${set.headline.padEnd(8)} ${String(scores[s]!.length).padStart(7)} ${figures}`)
  })
  const before = chosen.map((_, fold) => worth(shipped, foldOf, fold))
  console.log(`  on the queries they were chosen by: ${mean(worths).toFixed(4)}, as shipped ${mean(before).toFixed(4)}`)
  for (const { name } of groups.flat()) console.log(`  ${name}: ${chosen.map((setting) => setting[name]).join(' ')}`)
}
