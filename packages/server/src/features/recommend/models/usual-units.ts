/** A line with up to this many units always counts in full. */
const LEAST = 3
const TIMES_USUAL = 4
const WEIGHT_OF_ONE = 0.1

/**
 * Tracks how many units of one product an order of this shop usually has. An invented order can state any number, so a
 * line counts for at most a few times the usual number and moves it only a little.
 */
export class UsualUnits {
  #mean: number

  constructor(mean = 1) {
    this.#mean = mean
  }

  get mean(): number {
    return this.#mean
  }

  /** Records a line and returns how many of its units count. Those of a confirmed order all do. */
  count(units: number, isConfirmed: boolean): number {
    const counted = isConfirmed ? units : Math.min(units, Math.max(LEAST, Math.ceil(TIMES_USUAL * this.#mean)))
    this.#mean += WEIGHT_OF_ONE * (Math.min(counted, TIMES_USUAL * Math.max(1, this.#mean)) - this.#mean)
    return counted
  }
}
