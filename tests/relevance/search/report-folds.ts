import { hashOf, type JudgedSet } from './judged-set.ts'
import { type Answer, canScore, score } from './metrics.ts'
import { type ConstantGroup, nestedFolds, type Setting, worth } from './nested-folds.ts'
import { halfInterval, mean, paired } from './statistics.ts'

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
  repeatCount = 1,
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
  const repeats = Array.from({ length: repeatCount }, (_, repeat) =>
    cases.map(({ queries }) => queries.map(([query]) => hashOf(`${repeat} ${query}`) % foldCount)),
  )
  const shipped = measure({})
  const { scores, chosen, worths, tuned, settingsTried } = nestedFolds({ groups, foldCount, measure, repeats })
  const folds = `${repeatCount} × ${foldCount} folds over all sets together`
  console.log(`\ncross-validated, ${folds}, ${settingsTried} settings tried`)
  console.log(
    'set             measure  queries  as shipped  chosen on all  chosen without the fold  difference to shipped in points',
  )
  cases.forEach(({ folded: { set } }, s) => {
    const figures = `${mean(shipped[s]!).toFixed(4).padStart(11)}  ${mean(tuned.scores[s]!).toFixed(4).padStart(13)}  ${mean(scores[s]!).toFixed(4)} ±${halfInterval(scores[s]!).toFixed(4)}`
    const { difference, half } = paired(scores[s]!, shipped[s]!)
    const points = `${(100 * difference).toFixed(2)} ±${(100 * half).toFixed(2)}`
    console.log(
      `${set.name.padEnd(15)} ${set.headline.padEnd(8)} ${String(scores[s]!.length).padStart(7)} ${figures}${points.padStart(20)}`,
    )
  })
  const before = repeats.flatMap((foldOf) =>
    Array.from({ length: foldCount }, (_, fold) => worth(shipped, foldOf, fold)),
  )
  console.log(`  on the queries they were chosen by: ${mean(worths).toFixed(4)}, as shipped ${mean(before).toFixed(4)}`)
  console.log(`  chosen on all: ${JSON.stringify(tuned.setting)}`)
  for (const { name, values } of groups.flat()) {
    const times = values.map((value) => `${value} (${chosen.filter((setting) => setting[name] === value).length}×)`)
    console.log(`  ${name}: ${times.join(', ')}`)
  }
}
