/** The kinds of numbers in requests, each with a limit. `limits.test.ts` requires that requests use no others. */
import { described, type Options, Type } from './type.ts'

/** The largest integer up to which JavaScript represents all integers exactly. */
const SAFE = Number.MAX_SAFE_INTEGER

/** Maximum amount of money in major units, above any order in any currency. In ten-thousandths it is a safe integer. */
export const MAX_AMOUNT = 100_000_000_000
export const MAX_PIECES = 1_000_000
/** Maximum of pieces in stock, pixels, grams and positions in a list. */
export const MAX_MEASURE = 1_000_000_000

/** Limit of an exchange rate, in units of one currency for one unit of another. */
export const MAX_RATE = 10_000_000

export const Id = (options: Options | string = {}) => Type.Integer({ minimum: 1, maximum: SAFE, ...described(options) })
/** A whole number that is only used for lookups, so that an unknown one finds nothing. */
export const Whole = (options: Options | string = {}) =>
  Type.Integer({ minimum: -SAFE, maximum: SAFE, ...described(options) })
export const Amount = (options: Options | string = {}) =>
  Type.Number({ minimum: 0, maximum: MAX_AMOUNT, ...described(options) })
export const Bound = (options: Options | string = {}) =>
  Type.Number({ minimum: -MAX_AMOUNT, maximum: MAX_AMOUNT, ...described(options) })
export const Pieces = (options: Options | string = {}) =>
  Type.Integer({ minimum: 0, maximum: MAX_PIECES, ...described(options) })
/** A position in a list, or a stock, which is negative if oversold. */
export const Position = (options: Options | string = {}) =>
  Type.Integer({ minimum: -MAX_MEASURE, maximum: MAX_MEASURE, ...described(options) })
export const Measure = (options: Options | string = {}) =>
  Type.Number({ minimum: 0, maximum: MAX_MEASURE, ...described(options) })
