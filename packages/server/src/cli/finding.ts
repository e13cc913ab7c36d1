/** Result of a check and, if something is wrong, what to do about it. */
export interface Finding {
  state: 'good' | 'warn' | 'bad'
  text: string
  advice?: string
}

export interface AsideCount {
  shop: string
  kind: string
  count: number
  /** Cause of one of them. */
  cause: string
}

/** Reports what could not be worked on, by shop and kind. */
export function setAsideFindings(counts: readonly AsideCount[]): Finding[] {
  if (counts.length === 0) return [{ state: 'good', text: 'nothing is set aside' }]
  return counts.map(({ shop, kind, count, cause }) => ({
    state: 'warn',
    text: `${count} ${kind}${count === 1 ? '' : 's'} of ${shop} could not be worked on and ${count === 1 ? 'is' : 'are'} set aside: ${cause}`,
    advice: 'each start tries them again; if a newer Vitrine fails at them too, report the cause',
  }))
}
