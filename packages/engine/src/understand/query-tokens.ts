import type { Analyzer } from '../text/analysis/analyzer.ts'

/** A word of the query and where it stands. */
export interface QueryToken {
  readonly word: string
  readonly parts: readonly string[]
  readonly start: number
  readonly end: number
  /** Written after a dash: "-leather". */
  readonly isDashed: boolean
  /** Taken by a constraint. */
  isTaken: boolean
}

/** `text` is folded already, so that places in it are places in what was typed. */
export function queryTokens(text: string, analyzer: Analyzer): QueryToken[] {
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: chunk, index }) => chunkTokens(chunk, index, analyzer))
}

function chunkTokens(chunk: string, start: number, analyzer: Analyzer): QueryToken[] {
  const isDashed = /^[-–][^\d-]/.test(chunk)
  let at = 0
  return analyzer.units(chunk).map(({ parts, joined }) => {
    const first = Math.max(at, chunk.indexOf(parts[0], at))
    for (const part of parts) {
      const found = chunk.indexOf(part, at)
      // Numbers and inch marks are written otherwise than they are read.
      at = found < 0 ? chunk.length : found + part.length
    }
    return {
      word: joined ?? parts.join(''),
      parts,
      start: start + (isDashed && first === 1 ? 0 : first),
      end: start + at,
      isDashed,
      isTaken: false,
    }
  })
}

/** All runs of at most `longest` words that nothing has taken, the longest first. */
export function freeRuns(tokens: readonly QueryToken[], longest: number): { first: number; end: number }[] {
  const runs: { first: number; end: number }[] = []
  for (let length = Math.min(longest, tokens.length); length > 0; length--) {
    for (let first = 0; first + length <= tokens.length; first++) runs.push({ first, end: first + length })
  }
  return runs
}

export function isFree(tokens: readonly QueryToken[], { first, end }: { first: number; end: number }): boolean {
  for (let i = first; i < end; i++) if (tokens[i].isTaken) return false
  return true
}
