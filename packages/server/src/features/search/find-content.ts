/** Shops have so few collections, pages and articles that the title of each is checked. */
import type { CollectionConfig, ContentConfig, InstantSearchResponse } from '@vitrine/contract'
import { itemNumber, readExternalId } from '../../ports/record-store/item-number.ts'
import { externalIdOf } from '../platform/external-id.ts'
import { localizedText } from '../platform/localized.ts'
import { highlight, matchesWords } from './highlight.ts'

type Content = InstantSearchResponse['pages'][number]

export interface ContentQuery {
  query: string
  locale: string
  limit: number
  nowMs: number
}

const PATHS = { collection: '/collections/', page: '/pages/', article: '/blogs/' } as const

export function findContent(
  kind: keyof typeof PATHS,
  entries: readonly (CollectionConfig | ContentConfig)[],
  { query, locale, limit, nowMs }: ContentQuery,
): Content[] {
  const titled = entries
    .filter((entry) => isPublished(entry, nowMs))
    .map((entry) => ({ entry, title: titleOf(entry, locale) }))
  const found = titled.filter(({ title }) => matchesWords(title, query))
  const lower = query.toLowerCase()
  const begins = ({ title }: { title: string }) => Number(title.toLowerCase().startsWith(lower))
  return found
    .sort((a, b) => begins(b) - begins(a) || a.title.length - b.title.length || numberOf(a.entry) - numberOf(b.entry))
    .slice(0, limit)
    .map(({ entry, title }) => ({
      id: numberOf(entry),
      ...externalIdOf(readExternalId('collection', entry)),
      handle: entry.handle,
      title,
      url: ('url' in entry && entry.url) || `${PATHS[kind]}${entry.handle}`,
      image: entry.image ?? null,
      highlighted: highlight(title, query),
    }))
}

/** Only collections may have text ids; those of pages and articles are numbers. */
function numberOf({ id }: CollectionConfig | ContentConfig): number {
  return itemNumber('collection', id)
}

function titleOf(entry: CollectionConfig | ContentConfig, locale: string): string {
  return localizedText(entry.translations, locale, 'title') ?? entry.title
}

/** A date of null means unpublished, and no date published, as for products. */
function isPublished(entry: CollectionConfig | ContentConfig, nowMs: number): boolean {
  const at = 'published_at' in entry ? entry.published_at : undefined
  return at === undefined || (at !== null && Date.parse(at) <= nowMs)
}
