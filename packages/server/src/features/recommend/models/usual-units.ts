/**
 * How many pieces of one product an order of this shop usually has. Whoever invents an order can write any number; a line counts for at most some
 * times what is usual, and so moves what is usual only a little, as the orders of a shop that sells by the hundred do one after the other.
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

  /** Notes a line, and answers how many of its pieces count. Confirmed ones all do. */
  count(units: number, isConfirmed: boolean): number {
    const counted = isConfirmed ? units : Math.min(units, Math.max(LEAST, Math.ceil(TIMES_USUAL * this.#mean)))
    this.#mean += WEIGHT_OF_ONE * (Math.min(counted, TIMES_USUAL * Math.max(1, this.#mean)) - this.#mean)
    return counted
  }
}
