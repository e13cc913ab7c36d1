import type { Analyzer } from '../text/analysis/analyzer.ts'
import { restsAfter } from '../text/analysis/split-compound.ts'
import { findTerm, NO_TERM, prefixRange, termAt } from '../text/segment/dictionary.ts'
import { compareBackwards } from '../text/segment/order-compounds.ts'
import type { TextSegmentView } from '../text/text-index.ts'
import type { TextSegment } from '../text/text-segment.ts'
import { endsAsRead } from '../text/readings/readings.ts'

/** A longer word of the segment that ends or begins with the query's word. */
export interface CompoundCandidate {
  readonly term: number
  readonly text: string
  /** What remains of the compound, for each way to split it. */
  readonly rests: readonly string[]
  /** Length of the word as a share of the compound's. */
  readonly share: number
}

interface CompoundCandidates {
  /** "fahrradhelm" for "helme": ends with the word, in any inflection. */
  readonly byHead: readonly CompoundCandidate[]
  /** 革靴 for 靴: a word so short that only its reading shows whether it is a compound. */
  readonly bySound: readonly CompoundCandidate[]
  /** "helmlampe" for "helm": begins with the word. */
  readonly byFirstPart: readonly CompoundCandidate[]
}

/** At most this many dictionary terms are examined for one word of the query. */
const MAX_LOOKED_AT = 400
/** Kana words shorter than `MIN_KANA` also occur in unrelated words: スピーカー (speaker) and メーカー (maker) both end in カー (car). */
const KANA = /^[ぁ-ゖァ-ヺー]+$/
const MIN_KANA = 3

export function compoundCandidates(view: TextSegmentView, word: string, analyzer: Analyzer): CompoundCandidates {
  const { segment, memo } = view
  return memo.of(`compounds ${word}`, () => ({
    byHead: endingWith(segment, word, analyzer),
    bySound: soundingLike(segment, word, analyzer),
    byFirstPart: beginningWith(segment, word, analyzer),
  }))
}

function endingWith({ compounds, terms }: TextSegment, word: string, analyzer: Analyzer): CompoundCandidate[] {
  const head = analyzer.stem(word)
  if (Math.min(head.length, word.length) < analyzer.compoundPart - 1) return []
  if (head.length < MIN_KANA && KANA.test(head)) return []
  const textAt = (place: number) => termAt(terms, compounds[place])
  const first = firstNotEarlier(compounds.length, (place) => compareBackwards(analyzer.stem(textAt(place)), head) < 0)
  const found: CompoundCandidate[] = []
  for (let place = first; place < Math.min(compounds.length, first + MAX_LOOKED_AT); place++) {
    const text = textAt(place)
    const stem = analyzer.stem(text)
    if (!stem.endsWith(head)) break
    const rest = stem.slice(0, stem.length - head.length)
    if (rest !== '') found.push({ term: compounds[place], text, rests: [rest], share: head.length / stem.length })
  }
  return found
}

/** Words of two characters are too short for `orderCompounds`, and most are not compounds, so they count only if they are read like one. */
function soundingLike({ terms }: TextSegment, word: string, { readings }: Analyzer): CompoundCandidate[] {
  if (readings === null || word.length > 1) return []
  return readings.pairsEndingWith(word).flatMap((text) => {
    const term = findTerm(terms, text)
    if (term === NO_TERM || !endsAsRead(text, word, readings)) return []
    return [{ term, text, rests: [text[0]], share: word.length / text.length }]
  })
}

/** Binary search: the number of leading indices for which `isEarlier` is true. */
function firstNotEarlier(count: number, isEarlier: (place: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isEarlier(middle)) low = middle + 1
    else high = middle
  }
  return low
}

function beginningWith({ terms }: TextSegment, word: string, analyzer: Analyzer): CompoundCandidate[] {
  const { compoundPart } = analyzer
  const stem = analyzer.stem(word)
  const begin = word.startsWith(stem) && stem.length >= compoundPart ? stem : word
  if (begin.length < compoundPart) return []
  const found: CompoundCandidate[] = []
  const [first, end] = prefixRange(terms, begin)
  for (let term = first; term < Math.min(end, first + MAX_LOOKED_AT); term++) {
    const text = termAt(terms, term)
    const rests = new Set(restsAfter(text.slice(begin.length)))
    if (text.startsWith(word)) rests.add(text.slice(word.length))
    const long = [...rests].filter((rest) => rest.length >= compoundPart)
    if (long.length > 0) found.push({ term, text, rests: long, share: begin.length / text.length })
  }
  return found
}
