import { compileValidator, querySchema, type Route } from '@vitrine/contract'
import { RequestRefused } from '../features/errors.ts'

/** Numbers and booleans are validated as such, but passed on as text. */
export function queryValidator(route: Route): (query: Record<string, string>) => Record<string, string> {
  if (route.query === undefined) return (query) => query
  const validate = compileValidator(querySchema(route))
  const types = Object.fromEntries(
    Object.entries(route.query).map(([name, schema]) => [name, (schema as { type?: string }).type]),
  )
  return (query) => {
    const read = Object.fromEntries(Object.entries(query).map(([name, text]) => [name, readAs(types[name], text)]))
    const checked = validate(read)
    if (!checked.ok) throw new RequestRefused(checked.items)
    return query
  }
}

/** A repeated parameter becomes a list, which validation refuses. */
function readAs(type: string | undefined, text: string | string[]): unknown {
  if (typeof text !== 'string') return text
  if ((type === 'integer' || type === 'number') && text.trim() !== '' && !Number.isNaN(Number(text)))
    return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
