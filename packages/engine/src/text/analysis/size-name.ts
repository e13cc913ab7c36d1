/**
 * One form for each named size: `x large`, `xlarge`, `extra large` and `XL` are `xl`; `XXL` is `2xl`. undefined if it
 * is not a named size.
 *
 * Expects folded text.
 */
export function sizeName(text: string): string | undefined {
  if (text.length > LONGEST) return undefined
  const known = WORDS[text]
  if (known !== undefined) return known
  const match = SIZE.exec(text)
  if (match === null) return undefined
  const [, count, xs = '', extra, letter] = match
  const times = count ? Number(count) : xs.length + (extra ? 1 : 0)
  const end = letter[0]
  if (end === 'm') return times === 0 ? 'm' : undefined
  return times === 0 ? end : times === 1 ? `x${end}` : `${times}x${end}`
}

export const ONE_SIZE = 'one size'

/** Length of "one size fits all", the longest name. */
const LONGEST = 17

const SIZE = /^(?:([2-9]) ?x(?:tra)?|(x{1,6})|(extra))? ?-?(s|m|l|small|medium|large)$/

const WORDS: Record<string, string> = Object.assign(Object.create(null), {
  xsmall: 'xs',
  xlarge: 'xl',
  xxlarge: '2xl',
  med: 'm',
  'one size': ONE_SIZE,
  onesize: ONE_SIZE,
  'one size fits all': ONE_SIZE,
  os: ONE_SIZE,
  osfa: ONE_SIZE,
  'free size': ONE_SIZE,
})

/** `Medium/Large` becomes `m/l`. */
export function sizePair(text: string): string | undefined {
  const [, one, other] = /^([^/]+)\/([^/]+)$/.exec(text) ?? []
  const [low, high] = [one && sizeName(one.trim()), other && sizeName(other.trim())]
  return low && high ? `${low}/${high}` : undefined
}

/** Position of a named size on a scale with `m` at 0; undefined if it has none. `s/m` is between its two sizes. */
export function sizePlace(name: string): number | undefined {
  if (name === ONE_SIZE) return ONE_SIZE_PLACE
  if (name === 'regular') return 0
  const plus = /^([1-6])x$/.exec(name)
  if (plus) return 1 + Number(plus[1])
  const pair = /^(\S+?) ?[/-] ?(\S+)$/.exec(name)
  if (pair) {
    const [low, high] = [placeOf(sizeName(pair[1])), placeOf(sizeName(pair[2]))]
    return low === undefined || high === undefined ? undefined : (low + high) / 2
  }
  return placeOf(sizeName(name))
}

/** After every other size. */
const ONE_SIZE_PLACE = 100

function placeOf(name: string | undefined): number | undefined {
  if (name === undefined || name === ONE_SIZE) return undefined
  const [, count, x, letter] = /^(\d?)(x?)([sml])$/.exec(name) ?? []
  if (letter === undefined) return undefined
  const times = count ? Number(count) : x ? 1 : 0
  return letter === 'm' ? 0 : (letter === 's' ? -1 : 1) * (1 + times)
}
