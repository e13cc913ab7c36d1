import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { TextDoc } from '../../../packages/engine/src/text/text-doc.ts'

export const setNames = ['esci', 'crowdflower', 'icecat'] as const
export type SetName = (typeof setNames)[number]

export interface JudgedSet {
  readonly name: SetName
  readonly ids: readonly string[]
  readonly docs: readonly TextDoc[]
  /** Query to product to grade, 0 … 3. */
  readonly judgements: ReadonlyMap<string, ReadonlyMap<string, number>>
}

const dataFolder = fileURLToPath(new URL('../../../../shared/data/search/', import.meta.url))

/** Undefined when the data is not there. */
export function readJudgedSet(name: SetName, judgementsFile?: string): JudgedSet | undefined {
  const file = `${dataFolder}${name}/docs.jsonl.gz`
  if (!existsSync(file)) return undefined
  const rows = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n').map(parseRow)
  return {
    name,
    ids: rows.map((row) => row.id),
    docs: rows.map(toTextDoc),
    judgements: readJudgements(judgementsFile ?? `${dataFolder}${name}/qrels.dev.tsv`),
  }
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

function toTextDoc(row: Row): TextDoc {
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

/** Attribute names begin with their kind: text, number or yes-no. A yes is worth its name; numbers say little as words. */
function metafield(name: string, value: string | number | boolean): string[] {
  if (name.startsWith('t_')) return [String(value)]
  return value === true ? [name.slice(2).replaceAll('_', ' ')] : []
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
