import type { Unit } from './split-units.ts'

/** Articles and prepositions that are written onto the noun after them with an apostrophe. */
const ELIDED: Record<string, ReadonlySet<string>> = {
  ca: new Set(['d', 'l']),
  fr: new Set(['d', 'jusqu', 'l', 'qu']),
  it: new Set(['all', 'd', 'dall', 'dell', 'l', 'nell', 'quell', 'quest', 'sull', 'un']),
  pt: new Set(['d']),
}

/** "huile" of "l'huile"; undefined where nothing is elided. */
export function withoutElision({ parts, joined }: Unit, language: string): string | undefined {
  if (parts.length !== 2 || joined === null || !ELIDED[language]?.has(parts[0])) return undefined
  return parts[1]
}
