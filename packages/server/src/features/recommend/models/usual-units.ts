/**
 * How many units of one product an order of this shop usually has. An invented order can state any number, so a line
 * counts for at most a few times the usual number. It thereby moves the usual number only a little; in a shop that
 * sells by the hundred, many orders together still raise it.
 */
const LEAST = 3
const TIMES_USUAL = 4
const WEIGHT_OF_ONE = 0.1

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
