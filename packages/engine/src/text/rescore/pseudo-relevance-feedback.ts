import { findTerm, NO_TERM, termAt } from '../segment/dictionary.ts'
import { docCountOf } from '../segment/doc-count.ts'
import { SAME_POSITION } from '../segment/read-docs.ts'
import { TEXT_FIELDS } from '../text-doc.ts'
import type { TextSegmentView } from '../text-index.ts'
import { RANKING } from '../ranking-constants.ts'
import type { ScoredDoc } from './rescore.ts'

/** The best hits say together what the query means; others gain by resembling them. */
const MODELS = 5
/** Fewer hits say nothing. */
const MIN_MODELS = 3
const FIELD_COUNT = TEXT_FIELDS.length

/**
 * Raises the hits whose title and product type resemble those of the best hits: cosine of inverse document frequencies
 * with the models' sum, a model compared with the other models only.
 */
export function applyPseudoRelevanceFeedback(hits: readonly ScoredDoc[], views: readonly TextSegmentView[]): void {
  if (hits.length < MIN_MODELS) return
  const best = bestOf(hits)
  const shares = best.map((hit) => (hit.score / best[0].score) ** 2)
  const total = shares.reduce((sum, share) => sum + share, 0)
  const naming = views.length === 1 ? readNaming(hits, views[0]) : uniteNaming(hits, views)
  const profile = new TermShares()
  best.forEach((hit, i) => {
    for (const term of new Set(termsOf(naming, hits.indexOf(hit)))) profile.add(term, shares[i])
  })
  const resemblances = hits.map((hit, i) => {
    const model = best.indexOf(hit)
    const own = model < 0 ? 0 : shares[model]
    return resemblance(profile, naming, i, own) / (total - own)
  })
  const most = Math.max(...resemblances)
  if (!(most > 0)) return
  hits.forEach((hit, i) => {
    hit.score *= 1 + (RANKING.feedback * resemblances[i]) / most
  })
}

/** The models, best first: cheaper than sorting all hits for a handful. */
function bestOf(hits: readonly ScoredDoc[]): ScoredDoc[] {
  const best: ScoredDoc[] = []
  for (const hit of hits) {
    let place = best.length
    while (place > 0 && isBetter(hit, best[place - 1])) place--
    if (place < MODELS) best.splice(place, 0, hit)
    if (best.length > MODELS) best.pop()
  }
  return best
}

function isBetter(hit: ScoredDoc, other: ScoredDoc): boolean {
  return hit.score > other.score || (hit.score === other.score && hit.id < other.id)
}

/** Terms of title and product type, hit after hit. */
interface Naming {
  /** By their numbers in the segment; where there are several segments, in the order of their first place. */
  readonly terms: Uint32Array
  /** Where each hit's begin, and one more. */
  readonly starts: readonly number[]
  readonly squaredIdf: (term: number) => number
}

/** The two fields stand side by side in `words`. */
function startsOf(hits: readonly ScoredDoc[], views: readonly TextSegmentView[]): number[] {
  const starts = [0]
  for (const { segment: s, local } of hits) {
    const { fieldStarts } = views[s].segment
    starts.push(starts[starts.length - 1] + fieldStarts[local * FIELD_COUNT + 2] - fieldStarts[local * FIELD_COUNT])
  }
  return starts
}

function readNaming(hits: readonly ScoredDoc[], view: TextSegmentView): Naming {
  const { segment, cache } = view
  const { words, fieldStarts } = segment
  const starts = startsOf(hits, [view])
  const terms = new Uint32Array(starts[hits.length])
  let count = 0
  for (const { local } of hits) {
    const end = fieldStarts[local * FIELD_COUNT + 2]
    for (let i = fieldStarts[local * FIELD_COUNT]; i < end; i++) terms[count++] = words[i] & ~SAME_POSITION
  }
  cache.squaredIdfs ??= new Float32Array(segment.postStarts.length - 1)
  const squares = cache.squaredIdfs
  const squaredIdf = (term: number) => {
    if (squares[term] === 0) squares[term] = squaredIdfOf(docCountOf(segment, term), segment.docCount)
    return squares[term]
  }
  return { terms, starts, squaredIdf }
}

/** Words are told by their letters: each segment has numbers of its own. */
function uniteNaming(hits: readonly ScoredDoc[], views: readonly TextSegmentView[]): Naming {
  const starts = startsOf(hits, views)
  const terms = new Uint32Array(starts[hits.length])
  const numbers = new Map<string, number>()
  let count = 0
  for (const { segment: s, local } of hits) {
    const { words, fieldStarts, terms: dictionary } = views[s].segment
    const end = fieldStarts[local * FIELD_COUNT + 2]
    for (let i = fieldStarts[local * FIELD_COUNT]; i < end; i++) {
      const word = termAt(dictionary, words[i] & ~SAME_POSITION)
      const number = numbers.get(word) ?? numbers.size
      numbers.set(word, number)
      terms[count++] = number
    }
  }
  const docTotal = views.reduce((sum, { segment }) => sum + segment.docCount, 0)
  const squares = Float32Array.from(numbers.keys(), (word) => squaredIdfOf(docsWith(views, word), docTotal))
  return { terms, starts, squaredIdf: (term) => squares[term] }
}

function docsWith(views: readonly TextSegmentView[], word: string): number {
  let docs = 0
  for (const { segment, cache } of views) {
    let count = cache.docCounts.get(word)
    if (count === undefined) {
      count = docCountOf(segment, findTerm(segment.terms, word))
      cache.docCounts.set(word, count)
    }
    docs += count
  }
  return docs
}

function termsOf({ terms, starts }: Naming, hit: number): Uint32Array {
  return terms.subarray(starts[hit], starts[hit + 1])
}

/** Shares by term, for the few terms of the models: a small table that stays in the nearest cache. */
class TermShares {
  #slots = 256
  #terms = new Uint32Array(this.#slots).fill(NO_TERM)
  #shares = new Float64Array(this.#slots)
  #count = 0

  add(term: number, share: number): void {
    if (this.#count * 2 >= this.#slots) this.#grow()
    const slot = this.#find(term)
    if (this.#terms[slot] === NO_TERM) this.#count++
    this.#terms[slot] = term
    this.#shares[slot] += share
  }

  get(term: number): number {
    return this.#shares[this.#find(term)]
  }

  #find(term: number): number {
    let slot = term & (this.#slots - 1)
    while (this.#terms[slot] !== NO_TERM && this.#terms[slot] !== term) slot = (slot + 1) & (this.#slots - 1)
    return slot
  }

  #grow(): void {
    const [terms, shares] = [this.#terms, this.#shares]
    this.#slots *= 2
    this.#terms = new Uint32Array(this.#slots).fill(NO_TERM)
    this.#shares = new Float64Array(this.#slots)
    terms.forEach((term, i) => {
      if (term === NO_TERM) return
      const slot = this.#find(term)
      this.#terms[slot] = term
      this.#shares[slot] = shares[i]
    })
  }
}

/** Logarithms are too slow to take for every word of every hit: the squares are kept. */
function squaredIdfOf(docs: number, docTotal: number): number {
  return Math.log(1 + docTotal / (1 + docs)) ** 2
}

function resemblance(profile: TermShares, { terms, starts, squaredIdf }: Naming, hit: number, own: number): number {
  let sum = 0
  let length = 1
  for (let i = starts[hit]; i < starts[hit + 1]; i++) {
    const square = squaredIdf(terms[i])
    length += square
    const share = profile.get(terms[i]) - own
    if (share > 0.001) sum += share * square
  }
  return sum / Math.sqrt(length)
}
