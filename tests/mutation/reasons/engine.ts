import type { Reason } from '../reasons.ts'

export const ENGINE: readonly Reason[] = [
  {
    file: 'text/rescore/best-field.ts',
    code: 'if (times[queryTerm + field] === 0) continue',
    to: 'false',
    why: 'equivalent: a word that is not there counts 0; the guard saves the reading',
  },
  {
    file: 'text/expand/typo-postings.ts',
    code: 'if (Math.abs(meant.length - word.length) > most) continue',
    to: 'false',
    why: 'equivalent: the edits between the two are then more than allowed; the guard saves counting them',
  },
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
    file: 'text/expand/sku-match.ts',
    code: 'return term !== NO_TERM && (termFields[term] & SKU_BIT) !== 0 ? term : NO_TERM',
    to: '1',
    why: 'equivalent: whether a product has the number is asked of each; the guard saves asking',
  },
  {
    file: 'text/expand/sku-match.ts',
    code: 'if ((postPayloads[at] & SKU_BIT) !== 0 && isSkuMatch(segment, postDocs[at], term)) places.push(at)',
    to: '1',
    why: 'equivalent: the part numbers of the product decide; the guard saves reading them',
  },
  {
    file: 'text/spelling/find-typos.ts',
    code: 'for (let i = 0; i < suffix.length; i++) {',
    to: '>=',
    why: 'equivalent: every word is compared with what was typed, which takes longer',
  },
  {
    file: 'text/explain-match.ts',
    code: 'const isSorted = postings.endTerm - postings.firstTerm <= 1',
    to: '+',
    why: 'equivalent: the postings of one word are read one by one instead of being searched, with the same answer',
  },
  {
    file: 'index/rerank-by-signals.ts',
    code: 'a.id - b.id,',
    to: '+',
    why: 'not covered when it was tried: equals came in the order of their numbers; tested since',
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
    file: 'text/weigh/vendor-terms.ts',
    code: 'if (!isIn.includes(true)) return isIn',
    to: 'false',
    why: 'equivalent: a word that no vendor has names none; the guard saves asking',
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
    file: 'text/analysis/stop-words.ts',
    code: 'if (known) return known',
    to: 'false',
    why: 'equivalent: the list is made anew and is the same',
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
]
