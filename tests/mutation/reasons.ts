/** Why a mutant that survived does no harm. The line is named by its text, which outlives its number. */
import type { Mutant } from './find-mutants.ts'

interface Reason {
  readonly file: string
  readonly code: string
  readonly to: string
  readonly why: string
}

const ENGINE = 'packages/engine/src'
const RECOMMEND = 'packages/recommend/src'
const FEATURES = 'packages/server/src/features'

const REASONS: readonly Reason[] = [
  {
    file: `${ENGINE}/text/rescore/best-field.ts`,
    code: 'if (times[queryTerm + field] === 0) continue',
    to: 'false',
    why: 'equivalent: a word that is not there counts 0; the guard saves the reading',
  },
  {
    file: `${ENGINE}/text/expand/typo-postings.ts`,
    code: 'if (Math.abs(meant.length - word.length) > most) continue',
    to: 'false',
    why: 'equivalent: the edits between the two are then more than allowed; the guard saves counting them',
  },
  {
    file: `${ENGINE}/vectors/vector-rows.ts`,
    code: 'this.#head = this.#scores + 4 * BLOCK_ROWS',
    to: '(4 * 2)',
    why: 'equivalent: the rows begin later and leave memory unused',
  },
  {
    file: `${ENGINE}/vectors/vector-rows.ts`,
    code: 'if (needed > 0) {',
    to: '1',
    why: 'equivalent: memory grows by pages, so that never one byte is needed',
  },
  {
    file: `${ENGINE}/text/expand/sku-match.ts`,
    code: 'return term !== NO_TERM && (termFields[term] & SKU_BIT) !== 0 ? term : NO_TERM',
    to: '1',
    why: 'equivalent: whether a product has the number is asked of each; the guard saves asking',
  },
  {
    file: `${ENGINE}/text/expand/sku-match.ts`,
    code: 'if ((postPayloads[at] & SKU_BIT) !== 0 && isSkuMatch(segment, postDocs[at], term)) places.push(at)',
    to: '1',
    why: 'equivalent: the part numbers of the product decide; the guard saves reading them',
  },
  {
    file: `${ENGINE}/text/spelling/find-typos.ts`,
    code: 'for (let i = 0; i < suffix.length; i++) {',
    to: '>=',
    why: 'equivalent: every word is compared with what was typed, which takes longer',
  },
  {
    file: `${ENGINE}/text/explain-match.ts`,
    code: 'const isSorted = postings.endTerm - postings.firstTerm <= 1',
    to: '+',
    why: 'equivalent: the postings of one word are read one by one instead of being searched, with the same answer',
  },
  {
    file: `${ENGINE}/index/rerank-by-signals.ts`,
    code: 'a.id - b.id,',
    to: '+',
    why: 'not covered when it was tried: equals came in the order of their numbers; tested since',
  },
  {
    file: `${ENGINE}/vectors/vector-store.ts`,
    code: 'if (k <= 0 || this.vectorCount === 0) return []',
    to: '&&',
    why: 'not covered when it was tried: nobody asked for fewer than none; tested since',
  },
  {
    file: `${RECOMMEND}/content/content-index.ts`,
    code: 'if (Math.abs(live - this.#lengthsAtLive) <= live / 10) return',
    to: '<',
    why: 'not covered when it was tried: a tenth exactly; tested since',
  },
  {
    file: `${RECOMMEND}/visits/similar-visits.ts`,
    code: 'for (; table[at] > 0; at = (at + 1) & (table.length - 1)) {',
    to: '+',
    why: 'not covered: it differs only where two visits meet in the last place of the table',
  },
  {
    file: `${FEATURES}/image-search/nearest-by-image.ts`,
    code: 'return x === left && y === top && width === wide && height === high',
    to: '||',
    why: 'not covered: no test has a part that shares one edge with the whole picture',
  },
  {
    file: `${ENGINE}/columns/string-table.ts`,
    code: 'let bytes = new Uint8Array(Math.max(16, strings.length * 16))',
    to: '(16 * 2)',
    why: 'equivalent: the buffer begins larger; what is not written is cut off',
  },
  {
    file: `${ENGINE}/text/weigh/vendor-terms.ts`,
    code: 'if (!isIn.includes(true)) return isIn',
    to: 'false',
    why: 'equivalent: a word that no vendor has names none; the guard saves asking',
  },
  {
    file: `${ENGINE}/pictures/find-objects.ts`,
    code: 'if (found.length >= MOST_CROPS) break',
    to: 'false',
    why: 'not covered: no picture of the tests gives more than eight different guesses',
  },
  {
    file: `${ENGINE}/columns/bitset.ts`,
    code: 'if (word === 0) continue',
    to: 'false',
    why: 'equivalent: an empty word has no bits to visit; the guard saves looking',
  },
  {
    file: `${ENGINE}/text/analysis/stop-words.ts`,
    code: 'if (known) return known',
    to: 'false',
    why: 'equivalent: the list is made anew and is the same',
  },
  {
    file: `${ENGINE}/facets/variant-filter.ts`,
    code: 'let combination = 0',
    to: '1',
    why: 'equivalent: only which combinations are the same is asked, and whether there is one',
  },
  {
    file: `${ENGINE}/pictures/foreground.ts`,
    code: 'if (one >= distance) continue',
    to: '>',
    why: 'equivalent: of two colors that are the same either stands for both',
  },
  {
    file: `${RECOMMEND}/core/sparse-accumulator.ts`,
    code: 'if (score <= 0 || score < least || (accept && !accept(item))) continue',
    to: '<',
    why: 'equivalent: what is listed has a score above 0',
  },
  {
    file: `${RECOMMEND}/core/sparse-accumulator.ts`,
    code: 'if (reach >= count) return 0',
    to: '>',
    why: 'equivalent: the least of all is reached by all, as 0 is',
  },
  {
    file: `${RECOMMEND}/core/sort-by-score.ts`,
    code: 'const SHORT = 12',
    to: '(12 * 2)',
    why: 'equivalent: where short ranges begin changes the time that sorting takes, not the order',
  },
  {
    file: `${RECOMMEND}/core/lazy-ranking.ts`,
    code: 'if (score < least) continue',
    to: 'false',
    why: 'equivalent: all is sorted at once, which takes longer',
  },
  {
    file: `${RECOMMEND}/visits/similar-visits.ts`,
    code: 'for (; table[at] > 0; at = (at + 1) & (table.length - 1)) {',
    to: '(1 * 2)',
    why: 'equivalent: another free place of the table is taken, and found again in the same way',
  },
  {
    file: `${RECOMMEND}/content/feature-lists.ts`,
    code: 'const features = new Int32Array(sizes.reduce((sum, size) => sum + size, 0))',
    to: '1',
    why: 'equivalent: one number more is saved, which nobody reads',
  },
  {
    file: `${RECOMMEND}/counters/trending.ts`,
    code: 'this.#visitors = grow(this.#visitors, (item + 1) * MIN_VISITORS)',
    to: '(1 * 2)',
    why: 'equivalent: there is room for one product more',
  },
  {
    file: `${RECOMMEND}/core/row-arena.ts`,
    code: 'if (this.#capacity[row] > 0) this.#blocks.giveBack(from, this.#capacity[row])',
    to: '1',
    why: 'equivalent: a block has no cell, or four and more',
  },
  {
    file: `${RECOMMEND}/core/snapshot.ts`,
    code: 'if (bytes.byteLength < 8) return undefined',
    to: '(8 * 2)',
    why: 'equivalent: the header alone is longer',
  },
  {
    file: `${RECOMMEND}/orders/bought-together.ts`,
    code: 'if (seed >= this.#size) continue',
    to: 'false',
    why: 'equivalent: a row that is not there reads as an empty one; the guard saves the reading',
  },
  {
    file: `${RECOMMEND}/visits/session-knn.ts`,
    code: 'n === 0 ? 0 : n ** -SESSION_KNN.lengthPower,',
    to: '1',
    why: 'equivalent: no visit has no items, and that of one item brings none',
  },
  {
    file: `${FEATURES}/analytics/experiment-report.ts`,
    code: '.sort((a, b) => (a.date + a.variant < b.date + b.variant ? -1 : 1))',
    to: '(1 * 2)',
    why: 'equivalent: only the sign of a comparison counts',
  },
  {
    file: `${FEATURES}/analytics/statistics.ts`,
    code: 'const v = (1 + c * x) ** 3',
    to: '-',
    why: 'equivalent: what is drawn is as likely below its mean as above it',
  },
  {
    file: `${FEATURES}/analytics/statistics.ts`,
    code: 'let t = Math.imul(state ^ (state >>> 15), 1 | state)',
    to: '(15 * 2)',
    why: 'not covered: another stream of draws, which is as good where it is as even',
  },
  {
    file: `${FEATURES}/analytics/statistics.ts`,
    code: 'if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v',
    to: '/',
    why: 'not covered when it was tried; the moments of what is drawn are tested since',
  },
  {
    file: `${FEATURES}/analytics/audience-reports.ts`,
    code: 'return device === undefined ? rows : rows.filter((row) => row.device === device)',
    to: '!==',
    why: 'not covered: no test asks for the funnel of one device',
  },
  {
    file: `${FEATURES}/image-search/image-search.ts`,
    code: 'share: Math.round(share * 1000) / 1000,',
    to: '*',
    why: 'not covered: no test reads the share of a color in an answer',
  },
  {
    file: `${FEATURES}/recommend/steps/visit-steps.ts`,
    code: 'if (items.length === 0) return []',
    to: 'false',
    why: 'equivalent: without items there is no share, and nothing gets a score',
  },
  {
    file: `${FEATURES}/catalog/import/split-json.ts`,
    code: '#isDocument = false',
    to: 'true',
    why: 'equivalent: the first bracket or brace sets it',
  },
  {
    file: `${FEATURES}/catalog/product-reader.ts`,
    code: 'generations.set(shop, (generations.get(shop) ?? 0) + 1)',
    to: '(1 * 2)',
    why: 'equivalent: only whether the number changed is asked',
  },
  {
    file: `${FEATURES}/recommend/steps/goes-with-step.ts`,
    code: 'if (!row || row.length >= PER_KIND || seen.has(id)) return',
    to: '>',
    why: 'equivalent: only the first of a row, as many as PER_KIND, are taken',
  },
  {
    file: `${FEATURES}/insights/shop-insights.ts`,
    code: 'const MOST_PRODUCTS = 5000',
    to: '(5000 * 2)',
    why: 'bounds the work of one report; a test would need a catalog of more products with one fault',
  },
  {
    file: `${FEATURES}/image-search/allowed-products.ts`,
    code: 'const minute = Math.floor((visibility.nowMs ?? 0) / MINUTE_MS)',
    to: '1',
    why: 'equivalent: both are the first minute',
  },
  {
    file: `${FEATURES}/image-search/allowed-products.ts`,
    code: 'const key = JSON.stringify([state, { ...visibility, nowMs: 0 }, selections, prices], infinite)',
    to: '1',
    why: 'equivalent: any constant takes the time out of the key',
  },
  {
    file: `${FEATURES}/ingest/group-commit.ts`,
    code: 'if (performance.now() > untilMs) return',
    to: 'false',
    why: 'bounds waiting by the clock; a test of it would be timed',
  },
  {
    file: `${RECOMMEND}/visits/repeat-consumption.ts`,
    code: 'const CELLS = (REPEAT_CONSUMPTION.maxDistinct + 1) * 3 * 16',
    to: '(1 * 2)',
    why: 'equivalent: there is room for a situation that does not occur',
  },
  {
    file: `${RECOMMEND}/visits/session-knn.ts`,
    code: 'found.add(first, weight, (entry >>> PLACE_BITS) & PLACES, k === 0 ? entry & PLACES : -1)',
    to: '1',
    why: 'equivalent: the place is then looked for in the visit, and is the same one',
  },
  {
    file: `${RECOMMEND}/core/lazy-ranking.ts`,
    code: 'const FIRST = 256',
    to: '(256 * 2)',
    why: 'equivalent: how many are sorted at first changes the time that it takes, not the order',
  },
  {
    file: `${FEATURES}/recommend/catalog/live-catalogs.ts`,
    code: 'const SCAN = 100',
    to: '(100 * 2)',
    why: 'equivalent: twice as many products are read before others get a turn, and the same ones are found',
  },
  {
    file: `${FEATURES}/analytics/experiment-report.ts`,
    code: 'const { visitors = 0, buyers = [], buyersInSample = 0, days = [] } = group ?? {}',
    to: '1',
    why: 'equivalent: of a variant that nobody saw there are no buyers to take the first of',
  },
  {
    file: `${FEATURES}/ingest/outcome-log.ts`,
    code: 'if (ring.length >= 2 * REMEMBERED_PER_SHOP) ring.splice(0, ring.length - REMEMBERED_PER_SHOP)',
    to: '(2 * 2)',
    why: 'equivalent: the list is cut short less often, and the last hundred are shown either way',
  },
  {
    file: `${FEATURES}/insights/common-synonyms.ts`,
    code: 'if (proposed.length >= MOST_PROPOSED) break',
    to: '>',
    why: 'equivalent: one group more is asked about, and ten are proposed either way',
  },
  {
    file: `${FEATURES}/recommend/recommend-top.ts`,
    code: 'const minute = Math.floor(nowMs / 60_000)',
    to: '*',
    why: 'saves counting anew at every request: it takes longer, and the counts are the same',
  },
  {
    file: `${FEATURES}/sections/plan-page.ts`,
    code: 'const anchors = page.productId !== undefined && context.catalog.entries.has(page.productId) ? [page.productId] : []',
    to: '||',
    why: 'not covered when it was tried: the page of a product that was deleted; tested since',
  },
  {
    file: `${FEATURES}/recommend/steps/goes-with-step.ts`,
    code: 'if (weight !== undefined) vector.set(mark, (vector.get(mark) ?? 0) + weight)',
    to: '1',
    why: 'not covered: no test tells two kinds apart by how much one mark weighs',
  },
  {
    file: `${FEATURES}/ingest/read-pixel-data.ts`,
    code: "return { ...meaning, action: 'order', orderId, readable: orderId !== undefined && meaning.lines.length > 0 }",
    to: '||',
    why: 'not covered when it was tried: an order without lines or without a number; tested since',
  },
  {
    file: `${FEATURES}/catalog/import/read-csv.ts`,
    code: 'const RESCAN_BUDGET_BYTES = 64 * 1024 * 1024',
    to: '(1024 * 2)',
    why: 'bounds the work of reading a broken file; a test would need 64 MB of it',
  },
  {
    file: `${FEATURES}/catalog/import/read-products.ts`,
    code: 'const begun = begin(Buffer.concat(sample), false)',
    to: 'true',
    why: 'not covered when it was tried: a first line that is longer than the sample; tested since',
  },
  {
    file: `${FEATURES}/recommend/catalog/shop-catalog.ts`,
    code: 'if (++this.#changes < Math.max(1, this.entries.size / 100)) return',
    to: '(100 * 2)',
    why: 'not covered when it was tried: when what follows from a changed catalog is worked out anew; tested since',
  },
  {
    file: `${FEATURES}/insights/import-jobs.ts`,
    code: 'const MOST_BYTES = 2 * 1024 ** 3',
    to: '(2 * 2)',
    why: 'bounds one file; a test would need more than two gigabytes',
  },
  {
    file: `${FEATURES}/image-search/allowed-products.ts`,
    code: 'const MOST_KEPT = 64',
    to: '(64 * 2)',
    why: 'equivalent: more lists are kept, and each is the same when it is made anew',
  },
  {
    file: `${FEATURES}/recommend/catalog/product-rows.ts`,
    code: 'if (number !== this.#tail && chunk.live * 2 < chunk.used) this.#empty(number, chunk)',
    to: '(2 * 2)',
    why: 'equivalent: memory of deleted products is given back later, and the rows are the same',
  },
  {
    file: `${FEATURES}/analytics/search-reports.ts`,
    code: 'rows.sort((a, b) => b.zeroResults - a.zeroResults || (a.query < b.query ? -1 : 1))',
    to: '(1 * 2)',
    why: 'equivalent: only the sign of a comparison counts',
  },
  {
    file: `${FEATURES}/recommend/steps/visit-steps.ts`,
    code: 'if (items.length === 0) return NOTHING_RANKED',
    to: 'false',
    why: 'equivalent: without an anchor no pair was looked at together; the guard saves ranking',
  },
]

export const NO_REASON = 'not tested'

export function reasonFor(mutant: Pick<Mutant, 'file' | 'to'>, code: string): string {
  const known = REASONS.find((one) => one.file === mutant.file && one.code === code && one.to === mutant.to)
  return known?.why ?? NO_REASON
}
