export type Report = (path: (string | number)[], type: string, words: string) => void

/** `1` and `"1"` are the same id, because the API accepts both. */
export function reportRepeats(values: readonly unknown[], report: (index: number) => void): void {
  const seen = new Set<string>()
  values.forEach((value, index) => {
    const text = String(value)
    if (seen.has(text)) report(index)
    seen.add(text)
  })
}

export function isLocale(tag: string): boolean {
  return succeeds(() => new Intl.Locale(tag))
}

export function succeeds(attempt: () => unknown): boolean {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}
