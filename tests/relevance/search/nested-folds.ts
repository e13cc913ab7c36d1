/**
 * Nested cross-validation: for each fold, constants are chosen on the queries of the others alone and then scored on the fold.
 * The choice goes from group to group, from a neutral start, so that nothing tuned by hand leaks in.
 */
export interface Constant {
  readonly name: string
  /** Tried in turn; the search begins with the first. */
  readonly values: readonly number[]
}

/** Constants that depend on each other: all their settings are tried together. */
export type ConstantGroup = readonly Constant[]

export type Setting = Readonly<Record<string, number>>

export interface FoldInput {
  readonly groups: readonly ConstantGroup[]
  readonly foldCount: number
  /** The headline measure of every query under a setting, set by set; always in the same order. */
  readonly measure: (setting: Setting) => readonly (readonly number[])[]
  /** Repeated cross-validation: other folds each time, and the mean of all, because where a query falls is chance. */
  readonly repeats: readonly FoldOf[]
}

/** The fold of each query, set by set. */
export type FoldOf = readonly (readonly number[])[]

export interface FoldOutcome {
  /** The measure of every query under the constants chosen without its fold, the mean of all repeats. */
  readonly scores: number[][]
  /** One choice a fold, repeat after repeat. */
  readonly chosen: readonly Setting[]
  /** What each choice is worth on the queries that it was made by. */
  readonly worths: readonly number[]
  /** Chosen on all queries, and the measure of every query under it. */
  readonly tuned: { readonly setting: Setting; readonly scores: readonly (readonly number[])[] }
  readonly settingsTried: number
}

export function nestedFolds({ groups, foldCount, measure, repeats }: FoldInput): FoldOutcome {
  const known = new Map<string, readonly (readonly number[])[]>()
  const measured = (setting: Setting) => {
    const key = JSON.stringify(setting)
    const scores = known.get(key) ?? measure(setting)
    known.set(key, scores)
    return scores
  }
  const scores: number[][] = repeats[0]!.map((folds) => folds.map(() => 0))
  const chosen: Setting[] = []
  const worths: number[] = []
  for (const foldOf of repeats) {
    for (let fold = 0; fold < foldCount; fold++) {
      const setting = search(groups, (each) => worth(measured(each), foldOf, fold))
      chosen.push(setting)
      worths.push(worth(measured(setting), foldOf, fold))
      measured(setting).forEach((set, s) => {
        set.forEach((value, q) => {
          if (foldOf[s]![q] === fold) scores[s]![q]! += value / repeats.length
        })
      })
    }
  }
  const setting = search(groups, (each) => worth(measured(each), repeats[0]!, NO_FOLD))
  return { scores, chosen, worths, tuned: { setting, scores: measured(setting) }, settingsTried: known.size }
}

const NO_FOLD = -1

/** The search ends earlier where going through all groups changed nothing. */
const mostPasses = 4

function search(groups: readonly ConstantGroup[], worthOf: (setting: Setting) => number): Setting {
  let best: Setting = Object.fromEntries(groups.flat().map(({ name, values }) => [name, values[0]!]))
  for (let pass = 0; pass < mostPasses; pass++) {
    const begun = best
    for (const group of groups) best = bestOf(group, best, worthOf)
    if (best === begun) break
  }
  return best
}

/** The best setting of the group, all other constants as they are; as it was where no other is better. */
function bestOf(group: ConstantGroup, begun: Setting, worthOf: (setting: Setting) => number): Setting {
  const settings = group.reduce<Setting[]>(
    (others, { name, values }) => others.flatMap((setting) => values.map((value) => ({ ...setting, [name]: value }))),
    [begun],
  )
  return settings.reduce((best, setting) => (worthOf(setting) > worthOf(best) ? setting : best), begun)
}

/** Every set counts the same, however many queries it has. */
export function worth(scores: readonly (readonly number[])[], foldOf: FoldOf, without: number): number {
  let sum = 0
  scores.forEach((set, s) => {
    let total = 0
    let count = 0
    set.forEach((value, q) => {
      if (foldOf[s]![q] === without) return
      total += value
      count++
    })
    sum += total / Math.max(1, count)
  })
  return sum / Math.max(1, scores.length)
}
