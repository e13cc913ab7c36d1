/** What keeps a PostgreSQL from being used, as one sentence that an operator can act on. Never says the password. */

/** The setting names a store that cannot be worked on. */
export class StoreUnusable extends Error {
  override name = 'StoreUnusable'
}

/** The store did not answer in time; what was asked for did not happen, or may not have. */
export class StoreAway extends Error {
  override name = 'StoreAway'
}

/** The commit may or may not count: whoever asked must find out before trying again. */
export class CommitUnknown extends Error {
  override name = 'CommitUnknown'
}

const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections, read_only: a standby that is about to be promoted. */
const AWAY_STATES = new Set(['57P01', '57P02', '57P03', '53300', '25006'])
/** The server cannot be reached, or just closed the connection. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'CommitUnknown') return error instanceof CommitUnknown
  const { code = '' } = error as { code?: string }
  if (AWAY_CODES.has(code) || AWAY_STATES.has(code) || code.startsWith('08')) return true
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
    error.message,
  )
}

/** Told by name, so that callers need not know the driver's codes. */
export function storeFault(error: unknown): unknown {
  return isAway(error)
    ? new StoreAway(`PostgreSQL does not answer: ${(error as Error).message}`, { cause: error })
    : error
}

/** By name: what derives has a thread of its own, and classes do not cross to another. */
export function isStoreAway(error: unknown): boolean {
  return error instanceof Error && error.name === 'StoreAway'
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
