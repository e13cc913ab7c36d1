export interface QueryScore {
  readonly ndcg: number
  readonly judgedNdcg: number
  /** Share of the relevant products in the first 50. */
  readonly recall: number
  /** 1 / rank of the first relevant product. */
  readonly mrr: number
  /** 1 if a relevant product is in the first ten. */
  readonly hit: number
  /** Products in the first ten that were judged irrelevant. */
  readonly irrelevant: number
  /** Share of the catalog that was found. */
  readonly returned: number
  readonly zeroResults: number
}

export type Measure = 'ndcg' | 'mrr' | 'hit'

export interface Answer {
  /** Best first, down to the depth of the measures. */
  readonly ids: readonly string[]
  readonly total: number
}

type Grades = ReadonlyMap<string, number>
const relevantFrom = 2

/** NDCG needs a product with some gain; measures of rank need a relevant product. */
export function canScore(grades: Grades, measure: Measure): boolean {
  const least = measure === 'ndcg' ? 1 : relevantFrom
  return [...grades.values()].some((grade) => grade >= least)
}

export function score({ ids, total }: Answer, grades: Grades, catalogSize: number): QueryScore {
  const best = dcg(ideal(grades))
  const judged = ids.filter((id) => grades.has(id))
  const relevant = [...grades.values()].filter((grade) => grade >= relevantFrom).length
  const isRelevant = (id: string) => (grades.get(id) ?? 0) >= relevantFrom
  const place = ids.findIndex(isRelevant)
  return {
    ndcg: best === 0 ? 0 : dcg(ids.map((id) => grades.get(id) ?? 0)) / best,
    judgedNdcg: best === 0 ? 0 : dcg(judged.map((id) => grades.get(id) ?? 0)) / best,
    recall: relevant === 0 ? 1 : ids.slice(0, 50).filter(isRelevant).length / relevant,
    mrr: place < 0 ? 0 : 1 / (place + 1),
    hit: place >= 0 && place < 10 ? 1 : 0,
    irrelevant: ids.slice(0, 10).filter((id) => grades.get(id) === 0).length,
    returned: total / catalogSize,
    zeroResults: total === 0 ? 1 : 0,
  }
}

function ideal(grades: Grades): number[] {
  return [...grades.values()].sort((a, b) => b - a)
}

function dcg(grades: readonly number[]): number {
  return grades.slice(0, 10).reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0)
}
