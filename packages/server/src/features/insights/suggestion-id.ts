import { createHash } from 'node:crypto'

export function idOfSuggestion(query: string, proposal: string): string {
  return createHash('sha256').update(`${query}\n${proposal}`).digest('hex').slice(0, 16)
}
