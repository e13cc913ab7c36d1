import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { TextDoc } from '../../../packages/engine/src/text/text-doc.ts'
import type { Measure } from './metrics.ts'

interface SetKind {
  readonly locale: string
  /** The set's main measure. With one judgment per query, only the rank of that product says anything. */
  readonly headline: Measure
}

const kinds = {
  esci: { locale: 'en', headline: 'ndcg' },
  crowdflower: { locale: 'en', headline: 'ndcg' },
  icecat: { locale: 'en', headline: 'ndcg' },
  homedepot: { locale: 'en', headline: 'ndcg' },
  esci_known: { locale: 'en', headline: 'mrr' },
  bestbuy_clicks: { locale: 'en', headline: 'mrr' },
  esci_es: { locale: 'es', headline: 'hit' },
  esci_jp: { locale: 'ja', headline: 'hit' },
} as const satisfies Record<string, SetKind>

export type SetName = keyof typeof kinds
export const setNames = Object.keys(kinds) as SetName[]

type JudgedDoc = TextDoc & { readonly price?: number | undefined }

export interface JudgedSet extends SetKind {
  readonly name: SetName
  readonly ids: readonly string[]
  readonly docs: readonly JudgedDoc[]
  /** Grades from 0 to 3 by query and product. */
  readonly judgements: ReadonlyMap<string, ReadonlyMap<string, number>>
}

const dataFolder = fileURLToPath(new URL('../../../../shared/data/search/', import.meta.url))

/** Returns undefined if the data is missing. */
export function readJudgedSet(name: SetName, judgementsFile?: string): JudgedSet | undefined {
  const file = `${dataFolder}${name}/docs.jsonl.gz`
  if (!existsSync(file)) return undefined
  const rows = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n').map(parseRow)
  return {
    name,
    ...kinds[name],
    ids: rows.map((row) => row.id),
    docs: rows.map(toTextDoc),
    judgements: readJudgements(judgementsFile ?? `${dataFolder}${name}/qrels.dev.tsv`),
  }
}

/** Chooses by hash, so that the sample does not depend on the order of the set. */
export function sampled(set: JudgedSet, most: number): JudgedSet {
  if (set.judgements.size <= most) return set
  const chosen = [...set.judgements]
    .map(([query, grades]) => ({ query, grades, hash: hashOf(query) }))
    .sort((a, b) => a.hash - b.hash)
    .slice(0, most)
  return { ...set, judgements: new Map(chosen.map(({ query, grades }) => [query, grades])) }
}

/** Uniform in [0, 2³²). A query has the same sample and fold everywhere. */
export function hashOf(query: string): number {
  return createHash('sha256').update(query).digest().readUInt32BE(0)
}

interface Row {
  id: string
  title: string
  description?: string | null
  brand?: string | null
  color?: string | null
  price?: number | null
  category?: string[] | null
  attrs?: Record<string, string | number | boolean>
}

function parseRow(line: string): Row {
  return JSON.parse(line)
}

function toTextDoc(row: Row): JudgedDoc {
  const path = row.category ?? []
  return {
    title: row.title,
    productType: path.at(-1) ?? '',
    vendor: row.brand ?? '',
    tags: [],
    options: row.color ? [row.color] : [],
    skus: [],
    collections: path.slice(0, -1),
    metafields: Object.entries(row.attrs ?? {}).flatMap(([name, value]) => metafield(name, value)),
    description: row.description ?? '',
    price: row.price ?? undefined,
  }
}

/** True yes-no attributes give their name, without the prefix for the kind of attribute; numbers are ignored. */
function metafield(name: string, value: string | number | boolean): string[] {
  if (value === true) return [name.replace(/^._/, '').replaceAll('_', ' ')]
  return typeof value === 'string' ? [value] : []
}

export function readJudgements(file: string): Map<string, Map<string, number>> {
  const judgements = new Map<string, Map<string, number>>()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [query, id, grade] = line.split('\t')
    if (query === undefined || id === undefined || grade === undefined) continue
    const grades = judgements.get(query) ?? new Map<string, number>()
    grades.set(id, Number(grade))
    judgements.set(query, grades)
  }
  return judgements
}
