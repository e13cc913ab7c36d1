const NONE: ReadonlySet<string> = new Set()

/** Lists of words, separated by spaces, as sets by language; empty for languages without a list. */
export function wordsByLanguage(lists: Readonly<Record<string, string>>): (language: string) => ReadonlySet<string> {
  const sets = new Map(Object.entries(lists).map(([language, words]) => [language, new Set(words.split(' '))]))
  return (language) => sets.get(language) ?? NONE
}
