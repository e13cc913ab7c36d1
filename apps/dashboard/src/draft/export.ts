import type { Patch } from './patch.ts'
import { toYaml } from './yaml.ts'

export interface ExportTarget {
  origin: string
  shop: string
  patch: Patch
}

export function asCurl({ origin, shop, patch }: ExportTarget): string {
  const body = JSON.stringify(patch, null, 2).replaceAll("'", "'\\''")
  return [
    `curl -X PATCH ${origin}/api/admin/v1/shops/${shop}/config \\`,
    '  -H "authorization: Bearer $VITRINE_ADMIN_KEY" \\',
    "  -H 'content-type: application/json' \\",
    `  -d '${body}'`,
  ].join('\n')
}

/** The printed commands replace the whole configuration, so users must first merge the draft into the file. */
export function asCommand({ origin, shop, patch }: ExportTarget): string {
  return [
    '# merge this into shop.yaml',
    ...toYaml(patch)
      .split('\n')
      .map((line) => `#   ${line}`),
    '',
    `vitrine apply shop.yaml --check --shop ${shop} --url ${origin}`,
    `vitrine apply shop.yaml --shop ${shop} --url ${origin}`,
  ].join('\n')
}
