import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { buildClientSchema, type GraphQLSchema } from 'graphql'

const FOLDER = join(import.meta.dirname, '../../../../../../node_modules/@shopify/dev-mcp/dist/data')

export function schemaVersions(api: 'admin' | 'storefront'): string[] {
  const names = readdirSync(FOLDER).flatMap(
    (file) => new RegExp(`^${api}.*_(\\d{4}-\\d{2})\\.json\\.gz$`).exec(file)?.[0] ?? [],
  )
  return names.map((name) => name.replace('.json.gz', '')).sort()
}

export function readSchema(name: string): GraphQLSchema {
  const text = gunzipSync(readFileSync(join(FOLDER, `${name}.json.gz`))).toString('utf8')
  const document = JSON.parse(text)
  return buildClientSchema(document.data ?? document)
}
