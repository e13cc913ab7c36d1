/** Finds the colors that people would name for a product, by clustering its foreground pixels in OKLab. */
import { colorDistance, hexOf, type Lab } from './oklab.ts'
import { type LabPicture, productShares } from './picture.ts'

export interface DominantColor {
  hex: string
  lab: Lab
  /** Share of the product's pixels, 0 to 1. */
  share: number
}

const CLUSTERS = 8
const ROUNDS = 12
/** Clusters closer than this are one color in light and in shade. */
const SAME_COLOR = 0.085
const MIN_SHARE = 0.07
const MAX_COLORS = 5

/** Returns at most five colors, the most prominent first. */
export function dominantColors(picture: LabPicture): DominantColor[] {
  const shares = productShares(picture)
  const points = picture.colors.flatMap((lab, i) => (shares[i] > 0.01 ? [{ lab, share: shares[i] }] : []))
  const merged = mergeAlike(cluster(points))
  const whole = merged.reduce((sum, { share }) => sum + share, 0)
  const colors = merged
    .map(({ lab, share }) => ({ hex: hexOf(lab), lab, share: share / whole }))
    .sort((a, b) => b.share - a.share)
  return colors.filter(({ share }, i) => i === 0 || share >= MIN_SHARE).slice(0, MAX_COLORS)
}

interface Weighted {
  lab: Lab
  share: number
}

/** k-means from the colors farthest apart, so that a picture always gives the same result. */
function cluster(points: readonly Weighted[]): Weighted[] {
  let centres = farApart(points)
  let sums: Weighted[] = []
  for (let round = 0; round < ROUNDS; round++) {
    sums = means(points, centres)
    centres = sums.map(({ lab }) => lab)
  }
  return sums
}

function farApart(points: readonly Weighted[]): Lab[] {
  const centres: Lab[] = [means(points, [[0, 0, 0]])[0].lab]
  const distances = points.map(({ lab }) => colorDistance(lab, centres[0]))
  while (centres.length < CLUSTERS) {
    let best = 0
    for (let i = 1; i < points.length; i++) {
      if (distances[i] * points[i].share > distances[best] * points[best].share) best = i
    }
    if (distances[best] < 0.02) break
    const chosen = points[best].lab
    centres.push(chosen)
    for (let i = 0; i < points.length; i++) distances[i] = Math.min(distances[i], colorDistance(points[i].lab, chosen))
  }
  return centres
}

function means(points: readonly Weighted[], centres: readonly Lab[]): Weighted[] {
  const sums = centres.map(() => [0, 0, 0, 0])
  for (const { lab, share } of points) {
    let nearest = 0
    for (let c = 1; c < centres.length; c++) {
      if (colorDistance(lab, centres[c]) < colorDistance(lab, centres[nearest])) nearest = c
    }
    const sum = sums[nearest]
    for (let c = 0; c < 3; c++) sum[c] += share * lab[c]
    sum[3] += share
  }
  return sums.flatMap(([l, a, b, share]) =>
    share > 0 ? [{ lab: [l / share, a / share, b / share] as const, share }] : [],
  )
}

function mergeAlike(clusters: readonly Weighted[]): Weighted[] {
  const kept = [...clusters].sort((a, b) => b.share - a.share)
  for (let i = 0; i < kept.length; i++) {
    for (let j = kept.length - 1; j > i; j--) {
      if (colorDistance(kept[i].lab, kept[j].lab) >= SAME_COLOR) continue
      // The mean of light and shade would be a color that the product lacks, so the larger cluster's color is kept.
      kept[i] = { lab: kept[i].lab, share: kept[i].share + kept[j].share }
      kept.splice(j, 1)
    }
  }
  return kept
}
