import type { TextDoc } from '../../packages/engine/src/text/text-doc.ts'
import type { Workload } from './queries.ts'

/** A search engine under test. `search` returns the 20 best results as indexes into `docs`. */
export interface Contender {
  build(docs: Iterable<TextDoc>): Promise<void>
  search(query: string, workload: Workload): Promise<readonly number[]> | readonly number[]
  readonly cannot?: readonly Workload[]
  memoryMb?(): number
  close?(): void
}

export const CONTENDER_NAMES = [
  'vitrine',
  'tantivy',
  'sqlite',
  'sqlite-every',
  'minisearch',
  'flexsearch',
  'orama',
] as const
export type ContenderName = (typeof CONTENDER_NAMES)[number]

export async function createContender(name: ContenderName): Promise<Contender> {
  switch (name) {
    case 'vitrine':
      return (await import('./contender-vitrine.ts')).createVitrine()
    case 'tantivy':
      return (await import('./contender-tantivy.ts')).createTantivy()
    case 'sqlite':
      return (await import('./contender-sqlite.ts')).createSqlite('any')
    case 'sqlite-every':
      return (await import('./contender-sqlite.ts')).createSqlite('every')
    case 'minisearch':
      return (await import('./contender-minisearch.ts')).createMiniSearch()
    case 'flexsearch':
      return (await import('./contender-flexsearch.ts')).createFlexSearch()
    case 'orama':
      return (await import('./contender-orama.ts')).createOrama()
  }
}

export const FIELDS = [
  'title',
  'productType',
  'vendor',
  'tags',
  'options',
  'skus',
  'collections',
  'metafields',
  'description',
] as const

export function flatDoc(doc: TextDoc): Record<(typeof FIELDS)[number], string> {
  return Object.fromEntries(FIELDS.map((field) => [field, [doc[field]].flat().join(' ')])) as ReturnType<typeof flatDoc>
}
