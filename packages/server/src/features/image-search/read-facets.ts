/** `facets` as a list of applied filters, however the client wrote it. */
import type { AppliedFilter, ImageSearchRequest } from '@vitrine/contract'

/**
 * A list `[{key, value}]`; an object by key, `{color: ["red"], price: "10:50", size: {value: ["M"], operator: "or"}}`; or one filter
 * by itself, `{key, value}`.
 */
export function readFacets(facets: ImageSearchRequest['facets']): AppliedFilter[] {
  if (!facets) return []
  if (Array.isArray(facets)) return facets
  const { key, value, operator } = facets as Record<string, unknown>
  if (typeof key === 'string' && value !== undefined) return [filterOf(key, { value, operator })]
  return Object.entries(facets).map(([name, asked]) => filterOf(name, asked))
}

function filterOf(key: string, asked: unknown): AppliedFilter {
  const { value, operator } = isObject(asked) ? asked : { value: asked, operator: undefined }
  const values = (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined && one !== null)
  return { key, value: values.map(String), ...(typeof operator === 'string' ? { operator } : {}) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
