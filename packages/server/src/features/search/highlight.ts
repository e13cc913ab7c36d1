/** Returns escaped HTML with typed beginnings of words in <mark>. Ignores case and accents. */
export function highlight(text: string, query: string): string {
  const wanted = words(query).map(fold)
  if (wanted.length === 0) return escapeHtml(text)
  return text
    .split(/([\p{L}\p{M}\p{N}]+)/u)
    .map((part, i) => (i % 2 === 1 ? markWord(part, wanted) : escapeHtml(part)))
    .join('')
}

/** Any typed word may be unfinished. */
export function matchesWords(text: string, query: string): boolean {
  const wanted = words(query).map(fold)
  const present = words(text).map(fold)
  return wanted.length > 0 && wanted.every((word) => present.some((other) => other.startsWith(word)))
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function markWord(word: string, wanted: readonly string[]): string {
  const folded = fold(word)
  const typed = wanted.filter((one) => folded.startsWith(one)).sort((a, b) => b.length - a.length)[0]
  if (typed === undefined) return escapeHtml(word)
  // A letter may fold to two ("ß"). The mark ends after the first letters that fold to the typed text.
  let end = 0
  while (end < word.length && fold(word.slice(0, end)).length < typed.length) end++
  return `<mark>${escapeHtml(word.slice(0, end))}</mark>${escapeHtml(word.slice(end))}`
}

function words(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

function fold(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
}
