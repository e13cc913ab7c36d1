import type { Reason } from '../reasons.ts'

export const ENGINE: readonly Reason[] = [
  {
    file: 'vectors/vector-rows.ts',
    code: 'this.#head = this.#scores + 4 * BLOCK_ROWS',
    to: '(4 * 2)',
    why: 'equivalent: the rows begin later and leave memory unused',
  },
  {
    file: 'vectors/vector-rows.ts',
    code: 'if (needed > 0) {',
    to: '1',
    why: 'equivalent: memory grows by pages, so that never one byte is needed',
  },
  {
    file: 'vectors/vector-store.ts',
    code: 'if (k <= 0 || this.vectorCount === 0) return []',
    to: '&&',
    why: 'not covered when it was tried: nobody asked for fewer than none; tested since',
  },
  {
    file: 'columns/string-table.ts',
    code: 'let bytes = new Uint8Array(Math.max(16, strings.length * 16))',
    to: '(16 * 2)',
    why: 'equivalent: the buffer begins larger; what is not written is cut off',
  },
  {
    file: 'pictures/find-objects.ts',
    code: 'if (found.length >= MAX_CROPS) break',
    to: 'false',
    why: 'not covered: no picture of the tests gives more than eight different guesses',
  },
  {
    file: 'columns/bitset.ts',
    code: 'if (word === 0) continue',
    to: 'false',
    why: 'equivalent: an empty word has no bits to visit; the guard saves looking',
  },
  {
    file: 'facets/variant-filter.ts',
    code: 'let combination = 0',
    to: '1',
    why: 'equivalent: only which combinations are the same is asked, and whether there is one',
  },
  {
    file: 'pictures/foreground.ts',
    code: 'if (one >= distance) continue',
    to: '>',
    why: 'equivalent: of two colors that are the same either stands for both',
  },
  {
    file: 'vectors/fuse.ts',
    code: 'const floor = hits.at(-1)?.similarity ?? 0',
    to: '1',
    why: 'equivalent: without hits there is nothing to normalize',
  },
  {
    file: 'facets/filter-sets.ts',
    code: 'const isWanted = new Uint8Array(column.values.offsets.length - 1)',
    to: '+',
    why: 'equivalent: two more cells that no value has',
  },
]
