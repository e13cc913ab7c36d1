/** Scores vectors of length 1 by the labels of their pictures. */
import type { Labelled } from './image-sets.ts'

export interface Looked extends Labelled {
  vector: Float32Array
}

/** Higher values mean more similar. */
export type Near = (a: Float32Array, b: Float32Array) => number

/** Four independent sums save the processor from waiting for each addition. */
export function dot(a: Float32Array, b: Float32Array): number {
  let [w, x, y, z] = [0, 0, 0, 0]
  let i = 0
  for (; i + 3 < a.length; i += 4) {
    w += a[i]! * b[i]!
    x += a[i + 1]! * b[i + 1]!
    y += a[i + 2]! * b[i + 2]!
    z += a[i + 3]! * b[i + 3]!
  }
  for (; i < a.length; i++) w += a[i]! * b[i]!
  return w + x + y + z
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Returns indexes of the pictures, best first. */
export type Order = (query: Float32Array, pictures: readonly Float32Array[]) => number[]

export interface Ranking {
  howNear: Near
  order?: Order | undefined
}

/** Number of results that image search reorders. */
export const ORDERED = 200

/** A picture is never similar to itself. */
function allNear(pictures: readonly Looked[], ranking: Ranking): Float64Array[] {
  const { howNear } = ranking
  const near = pictures.map(() => new Float64Array(pictures.length).fill(Number.NEGATIVE_INFINITY))
  for (let i = 0; i < pictures.length; i++) {
    for (let j = 0; j < i; j++) near[i]![j] = near[j]![i] = howNear(pictures[i]!.vector, pictures[j]!.vector)
  }
  for (const [i, row] of near.entries()) putInOrder(row, pictures[i]!.vector, pictures, ranking)
  return near
}

/** Raises the scores of reordered pictures above all others. */
function putInOrder(near: Float64Array, query: Float32Array, shelf: readonly Looked[], { order }: Ranking): void {
  if (order === undefined) return
  const places = nearest(near, ORDERED).filter((place) => near[place]! > Number.NEGATIVE_INFINITY)
  const shown = order(
    query,
    places.map((place) => shelf[place]!.vector),
  )
  for (const [rank, at] of shown.entries()) near[places[at]!] = 1000 - rank
}

/** Returns the indexes of the `depth` most similar pictures; of equal ones, the lower index first. */
export function nearest(near: Float64Array, depth: number): number[] {
  const best: number[] = []
  for (let i = 0; i < near.length; i++) {
    if (best.length === depth && near[i]! <= near[best[depth - 1]!]!) continue
    let at = best.length
    while (at > 0 && near[best[at - 1]!]! < near[i]!) at--
    best.splice(at, 0, i)
    if (best.length > depth) best.pop()
  }
  return best
}

/** Scores by leave-one-out: MAP, P@10 and P@1 on the label, agreement@10 on the second label. */
export function leaveOneOut(pictures: readonly Looked[], ranking: Ranking) {
  const near = allNear(pictures, ranking)
  const each = pictures.map(({ label, second }, i) => {
    const top = nearest(near[i]!, 10).map((at) => pictures[at]!)
    return {
      map: averagePrecision(
        near[i]!,
        pictures.map((one, j) => j !== i && one.label === label),
      ),
      p10: mean(top.map((one) => Number(one.label === label))),
      p1: Number(top[0]!.label === label),
      color10: mean(top.map((one) => Number(one.second === second))),
    }
  })
  const of = (key: 'map' | 'p10' | 'p1' | 'color10') => mean(each.map((one) => one[key]))
  return { map: of('map'), p10: of('p10'), p1: of('p1'), color10: of('color10') }
}

/** Needs no sorting, because only the number of pictures before each relevant one matters. */
function averagePrecision(near: Float64Array, relevant: readonly boolean[]): number {
  const found = near
    .filter((_, i) => relevant[i]!)
    .sort()
    .reverse()
  if (found.length === 0) return 0
  const before = new Uint32Array(found.length + 1)
  for (let i = 0; i < near.length; i++) if (!relevant[i]) before[placeAmong(found, near[i]!)]!++
  let others = 0
  let sum = 0
  for (let k = 0; k < found.length; k++) {
    others += before[k]!
    sum += (k + 1) / (k + 1 + others)
  }
  return sum / found.length
}

/** Returns how many of the descending numbers are at least `value`. */
function placeAmong(falling: Float64Array, value: number): number {
  let [low, high] = [0, falling.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (falling[middle]! >= value) low = middle + 1
    else high = middle
  }
  return low
}

/** Recall among the first `depth` of pictures that share their label with another. */
export function recallOfAnother(pictures: readonly Looked[], depth: number, ranking: Ranking): number {
  const near = allNear(pictures, ranking)
  const found = pictures.flatMap(({ label }, i) => {
    if (!pictures.some((one, j) => j !== i && one.label === label)) return []
    return [Number(nearest(near[i]!, depth).some((at) => pictures[at]!.label === label))]
  })
  return mean(found)
}

export interface Shelf extends Ranking {
  photos: readonly Looked[]
  products: readonly Looked[]
}

/** Recall of products, and of products of the coarser class, for photographs. */
export function recallOfProduct({ photos, products, ...ranking }: Shelf, depth: number) {
  const found = photos.map((photo) => {
    const near = Float64Array.from(products, ({ vector }) => ranking.howNear(photo.vector, vector))
    putInOrder(near, photo.vector, products, ranking)
    const top = nearest(near, depth).map((at) => products[at]!)
    return {
      exact: Number(top.some(({ label }) => label === photo.label)),
      coarse: Number(top.some(({ second }) => second === photo.second)),
    }
  })
  return { exact: mean(found.map(({ exact }) => exact)), coarse: mean(found.map(({ coarse }) => coarse)) }
}
