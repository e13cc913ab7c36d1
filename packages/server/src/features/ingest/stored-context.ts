/** The columns of `context` that are kept; everything else a client sends there is accepted and discarded. */
import { type Fields, fieldsOf } from './platform-values.ts'

const LOCATION = ['href', 'pathname', 'search', 'hash', 'host', 'hostname', 'origin', 'port', 'protocol']

export function storedContext(context: Fields): Fields {
  const navigator = pick(fieldsOf(context.navigator), ['user_agent', 'language', 'cookie_enabled'])
  const document = fieldsOf(context.document)
  const page = pick(document, ['title', 'referrer', 'character_set'])
  const location = pick(fieldsOf(document?.location), LOCATION)
  const screen = pick(fieldsOf(fieldsOf(context.window)?.screen), ['width', 'height'])
  const stored: Fields = { navigator }
  if (location) stored.document = { location, ...page }
  else if (page) stored.document = page
  if (screen) stored.window = { screen }
  return stored
}

function pick(fields: Fields | undefined, keys: readonly string[]): Fields | undefined {
  if (fields === undefined) return undefined
  let kept: Fields | undefined
  for (const key of keys) {
    const value = fields[key]
    if (value === undefined || value === null) continue
    kept ??= {}
    kept[key] = value
  }
  return kept
}
