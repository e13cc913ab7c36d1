/** The last click earns a line, or else the last view. Other models credit the first touch, or all touches equally. */
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
        // Units cannot be split, so the linear model covers only money.
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

const MAX_LOSING = 20

function losingTouches(touches: readonly Touch[], earning: readonly Touch[]): readonly Touch[] {
  return touches.filter((touch) => !earning.includes(touch)).slice(-MAX_LOSING)
}

function earningTouches(touches: readonly Touch[]): readonly Touch[] {
  const clicks = touches.filter((touch) => touch.kind === 'click')
  return clicks.length > 0 ? clicks : touches
}

/** Splits the amount into equal integers. The first ones are one larger until the remainder is used up. */
function shares(amount: number, count: number): number[] {
  const base = Math.floor(amount / count)
  const rest = amount - base * count
  return Array.from({ length: count }, (_, i) => base + (i < rest ? 1 : 0))
}
