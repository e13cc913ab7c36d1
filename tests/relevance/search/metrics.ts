export interface Scores {
  readonly ndcg: number
  readonly judgedNdcg: number
  readonly recall: number
  readonly zeroResults: number
  readonly queries: number
}

type Grades = ReadonlyMap<string, number>
const relevantFrom = 2

/** Means over the queries that have something relevant. `rank` answers product ids, best first. */
export function evaluate(judgements: ReadonlyMap<string, Grades>, rank: (query: string) => readonly string[]): Scores {
  const rows = [...judgements]
    .filter(([, grades]) => dcg(ideal(grades)) > 0)
    .map(([query, grades]) => score(rank(query), grades))
  const mean = (pick: (row: QueryScore) => number) => rows.reduce((sum, row) => sum + pick(row), 0) / rows.length
  return {
    ndcg: mean((row) => row.ndcg),
    judgedNdcg: mean((row) => row.judgedNdcg),
    recall: mean((row) => row.recall),
    zeroResults: mean((row) => row.zeroResults),
    queries: rows.length,
  }
}

export interface QueryScore {
  readonly ndcg: number
  readonly judgedNdcg: number
  readonly recall: number
  readonly zeroResults: number
}

export function score(ranked: readonly string[], grades: Grades): QueryScore {
  const best = dcg(ideal(grades))
  const judged = ranked.filter((id) => grades.has(id))
  const relevant = [...grades.values()].filter((grade) => grade >= relevantFrom).length
  const found = ranked.slice(0, 50).filter((id) => (grades.get(id) ?? 0) >= relevantFrom).length
  return {
    ndcg: dcg(ranked.map((id) => grades.get(id) ?? 0)) / best,
    judgedNdcg: dcg(judged.map((id) => grades.get(id) ?? 0)) / best,
    recall: relevant === 0 ? 1 : found / relevant,
    zeroResults: ranked.length === 0 ? 1 : 0,
  }
}

function ideal(grades: Grades): number[] {
  return [...grades.values()].sort((a, b) => b - a)
}

function dcg(grades: readonly number[]): number {
  return grades.slice(0, 10).reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0)
}
