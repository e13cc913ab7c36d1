/** Messages for operators never contain the password. */
import { StorageFull } from '../sqlite/database.ts'

export class StoreUnusable extends Error {
  override name = 'StoreUnusable'
}

/** The request had no effect, or its effect is unknown. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** The request had no effect. */
export class StoreBusy extends Error {
  override name = 'StoreBusy'
}

/** The caller must find out whether the transaction was committed before trying again. */
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
/**
 * admin_shutdown, crash_shutdown, cannot_connect_now, idle_in_transaction_session_timeout, read_only_sql_transaction (a
 * standby that is about to be promoted).
 */
const AWAY_STATES = new Set(['57P01', '57P02', '57P03', '25P03', '25006'])
/** Connection exceptions, and insufficient resources. */
const AWAY_CLASSES = new Set(['08', '53'])
/** Unlike other failures of this class, waiting does not help. */
const DISK_FULL = '53100'
/** lock_not_available; query_canceled, after a statement timeout. */
const BUSY_STATES = new Set(['55P03', '57014'])

/** True if the server cannot be reached or has just closed the connection. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'CommitUnknown') return error instanceof CommitUnknown
  const { code = '' } = error as { code?: string }
  if (code === DISK_FULL) return false
  if (AWAY_CODES.has(code) || AWAY_STATES.has(code) || AWAY_CLASSES.has(code.slice(0, 2))) return true
  return isSilence(error) || LOST.test(error.message)
}

const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/

/** True if no answer to a statement came in time. */
export function isSilence(error: unknown): boolean {
  const cause = error instanceof CommitUnknown ? error.cause : error
  return cause instanceof Error && cause.message === 'Query read timeout'
}

export function storeFault(error: unknown): unknown {
  const { code = '', message } = error as Error & { code?: string }
  if (isAway(error)) return new StoreUnavailable(`PostgreSQL does not answer: ${message}`, { cause: error })
  if (code === DISK_FULL) return new StorageFull('The disk of PostgreSQL is full.', { cause: error })
  if (BUSY_STATES.has(code)) return new StoreBusy(`PostgreSQL took too long: ${message}`, { cause: error })
  return error
}

/** By name, because error classes do not cross threads. */
export function isStoreUnavailable(error: unknown): boolean {
  return error instanceof Error && error.name === 'StoreUnavailable'
}

export function isStoreBusy(error: unknown): boolean {
  return error instanceof Error && error.name === 'StoreBusy'
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

/** Returns undefined for failures that no setting can explain. */
export function startSentence(error: unknown, { host, port, user, database, schema }: Place): string | undefined {
  const cause = error instanceof StoreUnavailable ? (error.cause as Error) : (error as Error)
  const { code = '', message } = cause as Error & { code?: string }
  if (code === '28P01' || code === '28000')
    return `VITRINE_STORE: PostgreSQL at ${host}:${port} refuses user "${user}": ${message}.`
  if (code === '3D000') return `VITRINE_STORE: PostgreSQL at ${host}:${port} has no database "${database}".`
  if (code === '42501')
    return `VITRINE_STORE: user "${user}" lacks a right in database "${database}" (${message}): GRANT CREATE ON DATABASE "${database}" TO "${user}", or make the user the owner of schema "${schema}".`
  if (code === '25006') return `VITRINE_STORE: PostgreSQL at ${host}:${port} is a read-only standby; name the primary.`
  if (error instanceof StoreUnavailable || /^E[A-Z_]+$/.test(code))
    return `VITRINE_STORE: no PostgreSQL answers at ${host}:${port} (${code || message}).`
  return undefined
}
