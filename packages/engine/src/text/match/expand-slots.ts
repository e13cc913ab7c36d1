import type { Analyzer } from '../analysis/analyzer.ts'
import { charClass, spaceless } from '../analysis/char-class.ts'
import { sameSize } from '../analysis/size-words.ts'
import type { TextSettings } from '../text-settings.ts'
import type { TextSegment } from '../text-segment.ts'
import { findPhrase } from './find-phrase.ts'
import { addTypos } from './typo-sources.ts'
import type { Slot } from './parse-query.ts'
import { identifiedSource } from './identified.ts'
import { addPrefix } from './prefix-sources.ts'
import { isFound, rewrittenSources } from './rewritten-sources.ts'
import { type Source, totalSize } from './source.ts'
import { addSynonyms } from './synonyms.ts'
import { isLiving, type LivingDocs } from './living.ts'
import { wordSources } from './word-sources.ts'

/** What a form of a word is worth beside the word itself. */
const joinedWeight = 0.55
const splitWeight = 0.85
/** Words in a larger share of the docs are known words, not two words written together. */
const maxShareToSplit = 0.02

/** For each slot, for each segment, where its matches are. */
export type SlotSources = Source[][]

export interface ExpandInput {
  readonly segments: readonly TextSegment[]
  /** These docs decide what words the shop has. */
  readonly living: LivingDocs
  readonly slots: readonly Slot[]
  readonly analyzer: Analyzer
  readonly settings: TextSettings
  readonly prefixLast: boolean
  /** The slots together as a part number. */
  readonly partNumber?: string
}

export function expandSlots(input: ExpandInput): SlotSources[] {
  const expanded = input.slots.map((slot, place) => expandSlot(input, slot, place))
  joinNeighbours(input, expanded)
  if (input.partNumber !== undefined) addIdentified(input.segments, input.partNumber, expanded)
  addSynonyms(input, expanded)
  dropDead(input.living, expanded)
  if (input.settings.typos) addTypos(input, expanded)
  return expanded
}

function expandSlot(input: ExpandInput, slot: Slot, place: number): SlotSources {
  const isTyping = input.prefixLast && place === input.slots.length - 1
  const own = ownSources(input, slot)
  const isTwoWords = mayBeTwoWords(input, slot, own)
  return input.segments.map((segment, s) => {
    const sources = own[s]
    if (slot.parts.length > 1) addPhrase(segment, slot, sources)
    else if (isTwoWords) addSplits(segment, slot.word, sources)
    if (isTyping) addPrefix(segment, slot.word, sources)
    return sources
  })
}

function dropDead(living: LivingDocs, expanded: readonly SlotSources[]): void {
  living.forEach((docs, s) => {
    if (docs === null) return
    for (const sources of expanded) sources[s] = sources[s].filter((source) => isLiving(source, docs))
  })
}

function ownSources(input: ExpandInput, { word, elided }: Slot): SlotSources {
  const words = [word, elided, sameSize(word)].filter((each) => each !== undefined)
  const sources = input.segments.map((segment) => words.flatMap((each) => wordSources(segment, each, input)))
  return input.analyzer.compoundPart === 0 || isFound(sources) ? sources : rewrittenSources(input, word)
}

function addPhrase(segment: TextSegment, slot: Slot, sources: Source[]): void {
  const phrase = findPhrase(segment, slot.parts, { weight: 0.98, kind: 'split', edits: 0, text: slot.parts.join(' ') })
  if (phrase !== undefined) sources.push(phrase)
}

/** Fewest letters of a word that may be two, and of the second of them. */
const splitsOfLetters = { from: 5, last: 2 }
/** Where no spaces are written, the same letters are cut differently beside others. */
const splitsOfSyllables = { from: 2, last: 1 }

function mayBeTwoWords({ segments }: ExpandInput, { word }: Slot, own: SlotSources): boolean {
  const docCount = segments.reduce((sum, segment) => sum + segment.docCount, 0)
  const found = own.reduce((sum, sources) => sum + totalSize(sources), 0)
  return word.length >= splitsOf(word).from && found <= docCount * maxShareToSplit
}

function splitsOf(word: string): typeof splitsOfLetters {
  return charClass(word.charCodeAt(0)) === spaceless ? splitsOfSyllables : splitsOfLetters
}

/** "firestick" also finds "fire stick". */
function addSplits(segment: TextSegment, word: string, sources: Source[]): void {
  for (let cut = 1; cut <= word.length - splitsOf(word).last; cut++) {
    const parts = [word.slice(0, cut), word.slice(cut)]
    const phrase = findPhrase(segment, parts, { weight: splitWeight, kind: 'split', edits: 0, text: parts.join(' ') })
    if (phrase !== undefined) sources.push(phrase)
  }
}

/** What inflecting may take off: more would make "leather red" a form of "leather". */
const maxEnding = 2

/** "e cloth" also finds "ecloth", which then stands for both words. */
function joinNeighbours(input: ExpandInput, expanded: SlotSources[]): void {
  const { segments, slots } = input
  for (let place = 0; place + 1 < slots.length; place++) {
    const joined = slots[place].word + slots[place + 1].word
    segments.forEach((segment, s) => {
      for (const source of wordSources(segment, joined, input)) {
        if (source.text.length < joined.length - maxEnding) continue
        const worth: Source = { ...source, weight: source.weight * joinedWeight, kind: 'joined' }
        expanded[place][s].push(worth)
        expanded[place + 1][s].push(worth)
      }
    })
  }
}

/** The products with the part number have all that was asked for. */
function addIdentified(segments: readonly TextSegment[], partNumber: string, expanded: readonly SlotSources[]): void {
  segments.forEach((segment, s) => {
    const source = identifiedSource(segment, partNumber)
    if (source !== undefined) for (const sources of expanded) sources[s].push(source)
  })
}
