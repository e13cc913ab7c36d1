import type { ExpandInput, SlotSources } from './expand-slots.ts'
import { allowedEdits } from './find-typos.ts'
import type { ParsedQuery, Slot } from './parse-query.ts'
import { withWordsReplaced } from './describe-query.ts'
import { sourceSize } from './source.ts'
import { corrected } from './typo-sources.ts'

/** A neighbour this many times commoner is likelier than the word itself. */
const timesCommoner = 10
/** A word of more products than this is no mistake. */
const maxRareDocs = 20

type Vocabulary = Pick<ExpandInput, 'segments' | 'analyzer' | 'settings' | 'living'>

/**
 * The query with its rare words replaced by much commoner words one or two edits away, and its unknown ones by the nearest where
 * none are corrected; null when there are none.
 */
export function didYouMean(
  vocabulary: Vocabulary,
  parsed: ParsedQuery,
  expanded: readonly SlotSources[],
): string | null {
  return withWordsReplaced(parsed.text, (word) => {
    const place = parsed.wanted.findIndex((slot) => slot.word === word)
    return place < 0 ? undefined : commonerWord(vocabulary, parsed.wanted[place], expanded[place])
  })
}

function commonerWord(vocabulary: Vocabulary, slot: Slot, sources: SlotSources): string | undefined {
  const most = slot.parts.length === 1 ? allowedEdits(slot.word) : 0
  if (most === 0) return undefined
  const own = sources.flat().reduce((sum, source) => sum + (source.kind === 'typo' ? 0 : sourceSize(source)), 0)
  // A word that was corrected needs no suggestion.
  if (own === 0 && vocabulary.settings.typos) return undefined
  if (own > maxRareDocs) return undefined
  const commoner = corrected(vocabulary, slot.word, 1).find(({ docs }) => docs >= own * timesCommoner)
  // Of a known word two edits away nothing is likely; an unknown one has nothing else to be.
  return commoner?.word ?? (own === 0 && most > 1 ? corrected(vocabulary, slot.word, 2)[0]?.word : undefined)
}
