export interface Finding {
  state: 'good' | 'warn' | 'bad'
  text: string
  advice?: string
}

export const good = (text: string): Finding => ({ state: 'good', text })
export const warn = (text: string, advice: string): Finding => ({ state: 'warn', text, advice })
export const bad = (text: string, advice: string): Finding => ({ state: 'bad', text, advice })

export interface AsideCount {
  shop: string
  kind: string
  count: number
  cause: string
}

const SET_ASIDE =
  'try them again in the dashboard (Events, Live) or by a restart; if a newer Vitrine fails on them too, report the cause'

export function setAsideFindings(counts: readonly AsideCount[]): Finding[] {
  if (counts.length === 0) return [good('nothing is set aside')]
  return counts.map(({ shop, kind, count, cause }) => {
    const [end, are] = count === 1 ? ['', 'is'] : ['s', 'are']
    return warn(`${count} ${kind}${end} of ${shop} could not be processed and ${are} set aside: ${cause}`, SET_ASIDE)
  })
}
