/** The numbers of requests, each with a limit. `limits.test.ts` rejects any others in requests. */
import { described, type Options, Type } from './type.ts'

const SAFE = Number.MAX_SAFE_INTEGER

/** Maximum amount in major units, above any order in any currency. In ten-thousandths it is still a safe integer. */
export const MAX_AMOUNT = 100_000_000_000
export const MAX_PIECES = 1_000_000
/** Maximum of stock, pixels, grams and positions. */
export const MAX_MEASURE = 1_000_000_000

/** Maximum exchange rate: units of one currency per unit of another. */
export const MAX_RATE = 10_000_000

export const Id = (options: Options | string = {}) => Type.Integer({ minimum: 1, maximum: SAFE, ...described(options) })
/** For lookups only: an unknown number finds nothing. */
export const Whole = (options: Options | string = {}) =>
  Type.Integer({ minimum: -SAFE, maximum: SAFE, ...described(options) })
export const Amount = (options: Options | string = {}) =>
  Type.Number({ minimum: 0, maximum: MAX_AMOUNT, ...described(options) })
export const Bound = (options: Options | string = {}) =>
  Type.Number({ minimum: -MAX_AMOUNT, maximum: MAX_AMOUNT, ...described(options) })
export const Pieces = (options: Options | string = {}) =>
  Type.Integer({ minimum: 0, maximum: MAX_PIECES, ...described(options) })
/** A position, or a stock, which is negative if oversold. */
export const Position = (options: Options | string = {}) =>
  Type.Integer({ minimum: -MAX_MEASURE, maximum: MAX_MEASURE, ...described(options) })
export const Measure = (options: Options | string = {}) =>
  Type.Number({ minimum: 0, maximum: MAX_MEASURE, ...described(options) })
