/** Creating a formatter is far more expensive than using it, and a shop needs only a few. */
const MAX_KEPT = 200
const kept = new Map<string, Intl.NumberFormat>()

/** Formats money if a currency is given: `$70`, `$74.99`. */
export function numberFormat(locale: string, currency?: string): Intl.NumberFormat {
  const key = `${locale} ${currency ?? ''}`
  const known = kept.get(key)
  if (known) return known
  const made = makeFormat(locale, currency)
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(key, made)
  return made
}

function makeFormat(locale: string, currency: string | undefined): Intl.NumberFormat {
  // No digit grouping, because a plain number may be a year.
  const plain = { useGrouping: false, maximumFractionDigits: 6 }
  const style = currency ? ({ style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const) : plain
  // Locales and currencies come from requests and may be invalid.
  for (const options of [style, plain]) {
    for (const language of [locale, 'en']) {
      try {
        return new Intl.NumberFormat(language, options)
      } catch {}
    }
  }
  return new Intl.NumberFormat()
}
