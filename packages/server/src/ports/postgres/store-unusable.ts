/** What keeps a PostgreSQL from being used, as one sentence that an operator can act on. Never says the password. */

/** The setting names a store that cannot be worked on. */
export class StoreUnusable extends Error {
  override name = 'StoreUnusable'
}

/** The store did not answer in time; what was asked for did not happen, or may not have. */
export class StoreAway extends Error {
  override name = 'StoreAway'
}

/** Told by name, so that callers need not know the driver's codes. */
export function storeFault(error: unknown): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (code === 'ECONNREFUSED' || code.startsWith('57P') || /^(Connection terminated|timeout exceeded)/.test(message))
    return new StoreAway(`PostgreSQL does not answer: ${message}`, { cause: error })
  return error
}

interface Place {
  host: string
  port: string
  user: string
  database: string
  schema: string
}

export function placeOf(storeUrl: string, schema: string): Place {
  const url = new URL(storeUrl)
  return {
    host: url.hostname || 'localhost',
    port: url.port || '5432',
    user: decodeURIComponent(url.username) || 'of this process',
    database: decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username),
    schema,
  }
}

/** undefined: a failure that no setting explains. */
export function startSentence(error: unknown, { host, port, user, database, schema }: Place): string | undefined {
  const cause = error instanceof StoreAway ? (error.cause as Error) : (error as Error)
  const { code = '', message } = cause as Error & { code?: string }
  if (code === '28P01' || code === '28000')
    return `VITRINE_STORE: PostgreSQL at ${host}:${port} refuses user "${user}": ${message}.`
  if (code === '3D000') return `VITRINE_STORE: PostgreSQL at ${host}:${port} has no database "${database}".`
  if (code === '42501')
    return `VITRINE_STORE: user "${user}" lacks a right in database "${database}" (${message}): GRANT CREATE ON DATABASE "${database}" TO "${user}", or make the user the owner of schema "${schema}".`
  if (code === '25006')
    return `VITRINE_STORE: PostgreSQL at ${host}:${port} is a standby that may only be read; name the primary.`
  if (error instanceof StoreAway || /^E[A-Z_]+$/.test(code))
    return `VITRINE_STORE: no PostgreSQL answers at ${host}:${port} (${code || message}).`
  return undefined
}
