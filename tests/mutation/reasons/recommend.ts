import type { Reason } from '../reasons.ts'

export const RECOMMEND: readonly Reason[] = [
  {
    file: 'content/content-index.ts',
    code: 'if (Math.abs(live - this.#lengthsAtLive) <= live / 10) return',
    to: '<',
    why: 'not covered when it was tried: a tenth exactly; tested since',
  },
  {
    file: 'visits/similar-visits.ts',
    code: 'for (; table[at] > 0; at = (at + 1) & (table.length - 1)) {',
    to: '+',
    why: 'not covered: it differs only where two visits meet in the last place of the table',
  },
  {
    file: 'core/sparse-accumulator.ts',
    code: 'if (score <= 0 || score < least || (accept && !accept(item))) continue',
    to: '<',
    why: 'equivalent: what is listed has a score above 0',
  },
  {
    file: 'core/sparse-accumulator.ts',
    code: 'if (reach >= count) return 0',
    to: '>',
    why: 'equivalent: the least of all is reached by all, as 0 is',
  },
  {
    file: 'core/sort-by-score.ts',
    code: 'const SHORT = 12',
    to: '(12 * 2)',
    why: 'equivalent: where short ranges begin changes the time that sorting takes, not the order',
  },
  {
    file: 'core/lazy-ranking.ts',
    code: 'if (score < least) continue',
    to: 'false',
    why: 'equivalent: all is sorted at once, which takes longer',
  },
  {
    file: 'visits/similar-visits.ts',
    code: 'for (; table[at] > 0; at = (at + 1) & (table.length - 1)) {',
    to: '(1 * 2)',
    why: 'equivalent: another free place of the table is taken, and found again in the same way',
  },
  {
    file: 'content/feature-lists.ts',
    code: 'const features = new Int32Array(sizes.reduce((sum, size) => sum + size, 0))',
    to: '1',
    why: 'equivalent: one number more is saved, which nobody reads',
  },
  {
    file: 'counters/trending.ts',
    code: 'this.#visitors = grow(this.#visitors, (item + 1) * MIN_VISITORS)',
    to: '(1 * 2)',
    why: 'equivalent: there is room for one product more',
  },
  {
    file: 'core/row-arena.ts',
    code: 'if (this.#capacity[row] > 0) this.#blocks.giveBack(from, this.#capacity[row])',
    to: '1',
    why: 'equivalent: a block has no cell, or four and more',
  },
  {
    file: 'visits/repeat-consumption.ts',
    code: 'const CELLS = (REPEAT_CONSUMPTION.maxDistinct + 1) * 3 * 16',
    to: '(1 * 2)',
    why: 'equivalent: there is room for a situation that does not occur',
  },
  {
    file: 'visits/session-knn.ts',
    code: 'found.add(first, weight, (entry >>> PLACE_BITS) & PLACES, k === 0 ? entry & PLACES : -1)',
    to: '1',
    why: 'equivalent: the place is then looked for in the visit, and is the same one',
  },
  {
    file: 'core/lazy-ranking.ts',
    code: 'const FIRST = 256',
    to: '(256 * 2)',
    why: 'equivalent: how many are sorted at first changes the time that it takes, not the order',
  },
]
