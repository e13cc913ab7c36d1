/** One part of a score. `share` is the length of the bar, from 0 to 1. */
export interface Bar {
  name: 'whyScore' | 'whyText' | 'whyMeaning' | 'whyPopular' | 'whyClicks' | 'whyPersonal'
  value: string
  share: number
}

const PARTS = [
  ['score', 'whyScore'],
  ['textScore', 'whyText'],
  ['vectorScore', 'whyMeaning'],
  ['popularityScore', 'whyPopular'],
  ['clickScore', 'whyClicks'],
  ['personalScore', 'whyPersonal'],
] as const

export function barsOf(explanation: Record<string, unknown>): Bar[] {
  return PARTS.flatMap(([field, name]) => {
    const value = explanation[field]
    if (typeof value !== 'number') return []
    return [{ name, value: value.toFixed(2), share: shareOf(field, value) }]
  })
}

/** The text score has no upper limit, so it is mapped to the range from 0 to 1. */
function shareOf(field: string, value: number): number {
  const share = field === 'textScore' ? value / (value + 1) : value
  return Math.min(1, Math.max(0, share))
}
