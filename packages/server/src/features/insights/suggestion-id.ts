import { createHash } from 'node:crypto'

/** The same proposal always gets the same id. */
export function idOfSuggestion(query: string, proposal: string): string {
  return createHash('sha256').update(`${query}\n${proposal}`).digest('hex').slice(0, 16)
}
