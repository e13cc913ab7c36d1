/** Up to this many units always count. */
const LEAST = 3
const TIMES_USUAL = 4
const WEIGHT_OF_ONE = 0.1

/** Anybody can invent orders, so a line counts for at most a few times the usual number of units. */
export class UsualUnits {
  #mean: number

  constructor(mean = 1) {
    this.#mean = mean
  }

  get mean(): number {
    return this.#mean
  }

  /** Returns how many of the units count: in a confirmed order, all. */
  count(units: number, isConfirmed: boolean): number {
    const counted = isConfirmed ? units : Math.min(units, Math.max(LEAST, Math.ceil(TIMES_USUAL * this.#mean)))
    this.#mean += WEIGHT_OF_ONE * (Math.min(counted, TIMES_USUAL * Math.max(1, this.#mean)) - this.#mean)
    return counted
  }
}
