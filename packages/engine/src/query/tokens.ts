import { wordSets } from '../languages/language-words.ts'
import type { Unit } from '../text/analysis/split-units.ts'
import type { Analyzer } from '../text/analysis/analyzer.ts'
import type { DraftToken } from './draft.ts'

/** `text` must be folded. */
export function tokensOf(text: string, analyzer: Analyzer): DraftToken[] {
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: chunk, index }) => chunkTokens(chunk, index, analyzer))
}

function chunkTokens(chunk: string, start: number, analyzer: Analyzer): DraftToken[] {
  const isDashed = /^[-–][^\d-]/.test(chunk)
  let at = 0
  return analyzer.units(chunk).map((unit) => {
    const first = Math.max(at, chunk.indexOf(unit.parts[0], at))
    for (const part of unit.parts) {
      const found = chunk.indexOf(part, at)
      // Numbers and inch marks may be written differently from their parts.
      at = found < 0 ? chunk.length : found + part.length
    }
    return {
      ...wordOf(unit, analyzer.language),
      start: start + (isDashed && first === 1 ? 0 : first),
      end: start + at,
      role: 'word',
      isDashed,
      isTaken: false,
    }
  })
}

function wordOf(unit: Unit, language: string): Pick<DraftToken, 'word' | 'parts' | 'elided'> {
  const word = unit.joined ?? unit.parts.join('')
  const noun = withoutElision(unit, language)
  return noun === undefined ? { word, parts: unit.parts } : { word: noun, parts: [noun], elided: word }
}

const ELIDED_OF = wordSets(({ elided }) => elided)

/** "huile" for "l'huile"; undefined if nothing is elided. */
function withoutElision({ parts, joined }: Unit, language: string): string | undefined {
  if (parts.length !== 2 || joined === null || !ELIDED_OF(language).has(parts[0])) return undefined
  return parts[1]
}
