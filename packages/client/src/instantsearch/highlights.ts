/** Highlights in the format of InstantSearch, which escapes texts itself and finds words by the tags it requested. */
import type { Highlighted, InstantSearchRequest } from './types.ts'

type Params = InstantSearchRequest['params']

/** `html` is a highlight from the service: escaped, with words in `<mark>`. */
export function highlightOf(html: string, params: Params): Highlighted {
  const words = Array.from(html.matchAll(/<mark>(.*?)<\/mark>/g), ([, word = '']) => unescapeHtml(word))
  return { value: tagged(html, params), matchLevel: words.length > 0 ? 'partial' : 'none', matchedWords: words }
}

/** Replaces `<mark>` by the requested tags and unescapes the text. Without tags, the HTML stays. */
export function tagged(
  html: string,
  { highlightPreTag: pre, highlightPostTag: post }: NonNullable<Params> = {},
): string {
  if (pre === undefined || post === undefined) return html
  // One pass, so that a text that spells a tag stays a text.
  return html.replace(/<\/?mark>|&[#a-z0-9]+;/g, (found) =>
    found === '<mark>' ? pre : found === '</mark>' ? post : unescapeHtml(found),
  )
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

export function escapeHtml(text: string): string {
  const entityOf = new Map(Object.entries(ENTITIES).map(([entity, character]) => [character, entity]))
  return text.replace(/[&<>"']/g, (character) => entityOf.get(character) ?? character)
}

function unescapeHtml(html: string): string {
  return html.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
}
