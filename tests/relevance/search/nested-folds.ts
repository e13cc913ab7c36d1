/**
 * Nested cross-validation: for each fold, constants are chosen on the queries of the others alone and then scored on the fold.
 * The choice tries all settings of a small table, and of a large one does a coordinate search, from a neutral start, so that nothing tuned by
 * hand leaks in.
 */
export interface Constant {
  readonly name: string
  /** Tried in turn; the search begins with the first. */
  readonly values: readonly number[]
}

export type Setting = Readonly<Record<string, number>>

export interface FoldInput {
  readonly constants: readonly Constant[]
  readonly foldCount: number
  /** The headline measure of every query under a setting, set by set; always in the same order. */
  readonly measure: (setting: Setting) => readonly (readonly number[])[]
  /** The fold of each query, set by set. */
  readonly foldOf: readonly (readonly number[])[]
}

export interface FoldOutcome {
  /** The measure of every query under the constants chosen without its fold. */
  readonly scores: number[][]
  readonly chosen: readonly Setting[]
  readonly settingsTried: number
}

const passes = 2

export function nestedFolds({ constants, foldCount, measure, foldOf }: FoldInput): FoldOutcome {
  const known = new Map<string, readonly (readonly number[])[]>()
  const measured = (setting: Setting) => {
    const key = JSON.stringify(setting)
    const scores = known.get(key) ?? measure(setting)
    known.set(key, scores)
    return scores
  }
  const scores: number[][] = foldOf.map((folds) => folds.map(() => 0))
  const chosen: Setting[] = []
  for (let fold = 0; fold < foldCount; fold++) {
    const setting = search(constants, (each) => worth(measured(each), foldOf, fold))
    chosen.push(setting)
    measured(setting).forEach((set, s) => {
      set.forEach((value, q) => {
        if (foldOf[s]![q] === fold) scores[s]![q] = value
      })
    })
  }
  return { scores, chosen, settingsTried: known.size }
}

/** Settings up to which all are tried. */
const mostTried = 20

function search(constants: readonly Constant[], worthOf: (setting: Setting) => number): Setting {
  const all = constants.reduce((count, { values }) => count * values.length, 1)
  return all <= mostTried ? bestOfAll(constants, worthOf) : coordinateSearch(constants, worthOf)
}

function bestOfAll(constants: readonly Constant[], worthOf: (setting: Setting) => number): Setting {
  const settings = constants.reduce<Setting[]>(
    (begun, { name, values }) => begun.flatMap((setting) => values.map((value) => ({ ...setting, [name]: value }))),
    [{}],
  )
  return settings.reduce((best, setting) => (worthOf(setting) > worthOf(best) ? setting : best))
}

function coordinateSearch(constants: readonly Constant[], worthOf: (setting: Setting) => number): Setting {
  let best: Setting = Object.fromEntries(constants.map(({ name, values }) => [name, values[0]!]))
  let bestWorth = worthOf(best)
  for (let pass = 0; pass < passes; pass++) {
    for (const { name, values } of constants) {
      for (const value of values) {
        const tried = { ...best, [name]: value }
        const triedWorth = worthOf(tried)
        if (triedWorth > bestWorth) [best, bestWorth] = [tried, triedWorth]
      }
    }
  }
  return best
}

/** Every set counts the same, however many queries it has. */
function worth(scores: readonly (readonly number[])[], foldOf: FoldInput['foldOf'], without: number): number {
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
