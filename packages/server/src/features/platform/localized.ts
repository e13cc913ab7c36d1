/** Texts by BCP 47 tag, in any case. `de-CH` falls back to `de`. */
type ByLocale<T> = Readonly<Record<string, T>> | undefined

/** Returns the locales whose texts may be used, best first and in lower case: `zh-hant-tw`, `zh-hant`, `zh`. */
export function localeChain(locale: string): string[] {
  const parts = tagOf(locale).split('-')
  return parts.map((_, i) => parts.slice(0, parts.length - i).join('-'))
}

export function localized<T>(texts: ByLocale<T>, locale: string): T | undefined {
  return textsFor(texts, locale)[0]
}

export function localizedText(
  texts: ByLocale<Readonly<Record<string, string>>>,
  locale: string,
  name: string,
): string | undefined {
  return localizedTexts(texts, locale)(name)
}

export function localizedTexts(
  texts: ByLocale<Readonly<Record<string, string>>>,
  locale: string,
): (name: string) => string | undefined {
  const found = textsFor(texts, locale)
  return (name) => found.find((fields) => Object.hasOwn(fields, name) && fields[name])?.[name]
}

function textsFor<T>(texts: ByLocale<T>, locale: string): T[] {
  const entries = Object.entries(texts ?? {})
  if (entries.length === 0) return []
  const byTag = new Map(entries.map(([tag, found]) => [tagOf(tag), found]))
  return localeChain(locale).flatMap((tag) => byTag.get(tag) ?? [])
}

function tagOf(locale: string): string {
  return locale.replaceAll('_', '-').toLowerCase()
}
