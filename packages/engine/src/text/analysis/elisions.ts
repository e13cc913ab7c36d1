import { wordSets } from '../../languages/language-words.ts'
import type { Unit } from './split-units.ts'

const ELIDED_OF = wordSets(({ elided }) => elided)

/** "huile" for "l'huile"; undefined if nothing is elided. */
export function withoutElision({ parts, joined }: Unit, language: string): string | undefined {
  if (parts.length !== 2 || joined === null || !ELIDED_OF(language).has(parts[0])) return undefined
  return parts[1]
}
