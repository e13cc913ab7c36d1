/** Which touch earned a line: the last click, else the last view; and for comparison the first, and all in equal parts. */
import type {
  Attribution,
  AttributionResult,
  AttributionTask,
  Touch,
} from '../../ports/derived-store/derived-records.ts'

export function attribute({ conversion, touches }: AttributionTask): AttributionResult {
  const attributions = conversion.lines.flatMap(({ productId, amount, quantity }, line): Attribution[] => {
    const earning = earningTouches(touchesOf(touches, productId))
    const [first] = earning
    const last = earning.at(-1)
    if (first === undefined || last === undefined) return []
    return [
      { line, model: 'last', touch: last, amount, quantity },
      { line, model: 'first', touch: first, amount, quantity },
      ...shares(amount, earning.length).map((share, i): Attribution => {
        // Pieces cannot be shared; the linear model speaks of money alone.
        return { line, model: 'linear', touch: earning[i] as Touch, amount: share, quantity: 0 }
      }),
      ...losingTouches(touchesOf(touches, productId), earning).map(
        (touch): Attribution => ({ line, model: 'none', touch, amount: 0, quantity: 0 }),
      ),
    ]
  })
  return { kind: conversion.kind, key: conversion.key, attributions }
}

function touchesOf(touches: readonly Touch[], productId: number): Touch[] {
  return touches.filter((touch) => touch.productId === productId)
}

/** Number of touches that lost to a click and are kept to be shown. */
const MAX_LOSING = 20

function losingTouches(touches: readonly Touch[], earning: readonly Touch[]): readonly Touch[] {
  return touches.filter((touch) => !earning.includes(touch)).slice(-MAX_LOSING)
}

/** A view earns nothing where there was a click. */
function earningTouches(touches: readonly Touch[]): readonly Touch[] {
  const clicks = touches.filter((touch) => touch.kind === 'click')
  return clicks.length > 0 ? clicks : touches
}

/** Whole parts that add up to the amount; what does not divide goes to the earliest. */
function shares(amount: number, count: number): number[] {
  const base = Math.floor(amount / count)
  const rest = amount - base * count
  return Array.from({ length: count }, (_, i) => base + (i < rest ? 1 : 0))
}
