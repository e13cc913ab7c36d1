/** The numbers that are sent to us, by what they count. Each says how large it may be and why; `limits.test.ts` lets no request carry any other. */
import { Type } from './type.ts'

type Options = Record<string, unknown>

/** Beyond it two different numbers read as one. */
const SAFE = Number.MAX_SAFE_INTEGER

/**
 * Money in major units: more than any order in any currency (a hundred billion rial are two million dollars). As ten-thousandths, in which
 * sums are kept, it is a safe integer.
 */
export const MAX_AMOUNT = 100_000_000_000
/** The most pieces that one line of a cart or an order may have. */
export const MAX_PIECES = 1_000_000
/** Pieces in stock, pixels, grams, places in a list: nothing that is sold has more. */
export const MAX_MEASURE = 1_000_000_000

/** Units of one currency for one of another. */
export const MAX_RATE = 10_000_000

/** A number by which something is found. */
export const Id = (options: Options = {}) => Type.Integer({ minimum: 1, maximum: SAFE, ...options })
/** A number that is only looked up: one that nobody has finds nothing. */
export const Whole = (options: Options = {}) => Type.Integer({ minimum: -SAFE, maximum: SAFE, ...options })
export const Amount = (options: Options = {}) => Type.Number({ minimum: 0, maximum: MAX_AMOUNT, ...options })
/** An end of a range of prices or other values. */
export const Bound = (options: Options = {}) => Type.Number({ minimum: -MAX_AMOUNT, maximum: MAX_AMOUNT, ...options })
export const Pieces = (options: Options = {}) => Type.Integer({ minimum: 0, maximum: MAX_PIECES, ...options })
/** A place among others, or a stock, which may be oversold. */
export const Position = (options: Options = {}) =>
  Type.Integer({ minimum: -MAX_MEASURE, maximum: MAX_MEASURE, ...options })
export const Measure = (options: Options = {}) => Type.Number({ minimum: 0, maximum: MAX_MEASURE, ...options })
