import type { AttributeSurvey, CatalogSurvey } from '@vitrine/engine'

/** Number of tags that would be shown first. */
const SHOWN = 12
const MIN_USEFUL = 0.75

/** Tags are often marks for the shop's own use. They make a filter only where nearly all that would be shown say something. */
export function areUsefulTags({ common }: AttributeSurvey, survey: CatalogSurvey): boolean {
  const shown = common.slice(0, SHOWN)
  const useful = shown.filter(({ value, docs }) => isWord(value) && docs <= survey.docs * 0.6)
  return shown.length >= 3 && useful.length >= shown.length * MIN_USEFUL
}

/** Words, not codes (`SALE30_4`, `AW15`), marks (`visible`) or phrases for search engines. */
function isWord(tag: string): boolean {
  return /^[\p{L}][\p{L} &'-]{2,24}$/u.test(tag) && tag.split(' ').length <= 3 && !MARKS.has(tag.toLowerCase())
}

const MARKS = new Set([
  'visible',
  'hidden',
  'new',
  'sale',
  'all',
  'best',
  'featured',
  'new arrivals',
  'arrivals',
  'last',
])
