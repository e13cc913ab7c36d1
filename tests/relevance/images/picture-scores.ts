/** What is measured on vectors of labelled pictures; all vectors have length 1. */
import type { Labelled } from './image-sets.ts'

export interface Looked extends Labelled {
  vector: Float32Array
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

/** The others, nearest first. */
function ranked(query: Looked, among: readonly Looked[]): Looked[] {
  const others = among.filter((one) => one !== query).map((one) => ({ one, near: dot(query.vector, one.vector) }))
  return others.sort((a, b) => b.near - a.near).map(({ one }) => one)
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Leave one out: mean average precision and P@10 on the label, agreement@10 on the second, P@1. */
export function leaveOneOut(pictures: readonly Looked[]) {
  const each = pictures.map((query) => {
    const others = ranked(query, pictures)
    const top = others.slice(0, 10)
    return {
      map: averagePrecision(others.map(({ label }) => label === query.label)),
      p10: mean(top.map(({ label }) => Number(label === query.label))),
      p1: Number(others[0]!.label === query.label),
      colour10: mean(top.map(({ second }) => Number(second === query.second))),
    }
  })
  const of = (key: 'map' | 'p10' | 'p1' | 'colour10') => mean(each.map((one) => one[key]))
  return { map: of('map'), p10: of('p10'), p1: of('p1'), colour10: of('colour10') }
}

function averagePrecision(relevant: readonly boolean[]): number {
  let found = 0
  let sum = 0
  relevant.forEach((is, i) => {
    if (!is) return
    found++
    sum += found / (i + 1)
  })
  return found === 0 ? 0 : sum / found
}

/** Whether another picture with the same label is among the first five; pictures without another one are left out. */
export function recallOfAnother(pictures: readonly Looked[], depth: number): number {
  const several = pictures.filter(({ label }) => pictures.filter((one) => one.label === label).length > 1)
  return mean(
    several.map((query) =>
      Number(
        ranked(query, pictures)
          .slice(0, depth)
          .some(({ label }) => label === query.label),
      ),
    ),
  )
}

/** Whether a photograph finds its product, or one of its coarser class, among the first `depth`. */
export function recallOfProduct(photos: readonly Looked[], products: readonly Looked[], depth: number) {
  const found = photos.map((photo) => {
    const top = ranked(photo, products).slice(0, depth)
    return {
      exact: Number(top.some(({ label }) => label === photo.label)),
      coarse: Number(top.some(({ second }) => second === photo.second)),
    }
  })
  return { exact: mean(found.map(({ exact }) => exact)), coarse: mean(found.map(({ coarse }) => coarse)) }
}
