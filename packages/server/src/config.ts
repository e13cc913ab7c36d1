/** Reads the environment once, as a frozen and validated Config. Nothing else reads `process.env`. */
import { DEMO_KEYS } from '@vitrine/contract/demo-shop'
import { isDemoInstalled } from './plugin.ts'
import type { PageAccess } from './http/page-access.ts'
import type { FollowedFeed } from './jobs/follow-feeds.ts'
import { readPause } from './ports/feed-source/pull-feed.ts'
import { isIP } from 'node:net'
import { resolve } from 'node:path'

export interface Config {
  port: number
  host: string
  dataFolder: string
  /** A `postgres://` URL instead of the embedded store. */
  storeUrl: string | null
  /** Store in which built indexes are shared with other nodes; null with the embedded store. */
  snapshots: SnapshotSetting | null
  /** Events older than this many days move to the snapshot store; 0: none do. */
  sealAfterDays: number
  storeConnections: number
  /** Seconds without contact to the store after which `/ready` reports not ready; 0: never. */
  readOnlyAfterSeconds: number
  adminKey: string | null
  /** The first secret signs tokens and cursors; all are accepted. If empty (development), the data folder has one. */
  secrets: readonly string[]
  /** api: leaves deriving to others. worker: like all, but gets no traffic. edge: serves another region. */
  role: 'all' | 'api' | 'worker' | 'edge'
  region: string
  demo: boolean
  logLevel: LogLevel
  /** Cost units per minute for one storefront key, and for one address on routes without a key; 0 is unlimited. */
  rateLimitPerMinute: number
  addressRateLimitPerMinute: number
  maxConnections: number
  shopsInMemory: number
  /** Public scheme and host of this deployment, such as `https://search.example.com`; null if not set. */
  publicUrl: string | null
  feeds: readonly FollowedFeed[]
  metricsAccess: PageAccess
  docsAccess: PageAccess
  /** Addresses or networks of proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: readonly string[]
  /** The shop's own servers send requests for many shoppers, so the limit per address does not apply to them. */
  unlimitedAddresses: readonly string[]
  /** Port on which a separate thread also answers `/health`; null if none does. */
  healthPort: number | null
  /** Seconds after SIGTERM in which requests are answered but `/ready` reports not ready, before connections close. */
  drainSeconds: number
  /** URL of an OpenTelemetry collector; null: no traces. */
  tracesEndpoint: string | null
  /** `local`, `none`, `folder:PATH` or an `http(s)://` URL. */
  embedder: string
  production: boolean
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export class BadSetting extends Error {
  override name = 'BadSetting'
}

type Environment = Record<string, string | undefined>

export type SnapshotSetting =
  | { kind: 'postgres' }
  | { kind: 'folder'; folder: string }
  | {
      kind: 's3'
      bucket: string
      prefix: string
      endpoint: string
      region: string
      accessKeyId: string
      secretAccessKey: string
    }

export function readConfig(env: Environment): Config {
  const production = env.NODE_ENV === 'production'
  const config: Config = {
    port: wholeNumber(env, 'PORT', 4000, 0, 65535),
    host: text(env, 'HOST', '127.0.0.1'),
    dataFolder: resolve(text(env, 'VITRINE_DATA', './data')),
    storeUrl: storeUrl(env),
    snapshots: snapshots(env),
    sealAfterDays: wholeNumber(env, 'VITRINE_SEAL_AFTER_DAYS', 0, 0, 10_000),
    storeConnections: wholeNumber(env, 'VITRINE_STORE_CONNECTIONS', 10, 2, 1000),
    readOnlyAfterSeconds: wholeNumber(env, 'VITRINE_READ_ONLY_AFTER_SECONDS', 30, 0, 86_400),
    adminKey: adminKey(env),
    secrets: secrets(env),
    role: oneOf(env, 'VITRINE_ROLE', ['all', 'api', 'worker', 'edge'], 'all'),
    region: region(env),
    demo: demo(env, production),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    rateLimitPerMinute: wholeNumber(env, 'VITRINE_RATE_LIMIT', 600_000, 0, 1_000_000_000),
    addressRateLimitPerMinute: wholeNumber(env, 'VITRINE_ADDRESS_RATE_LIMIT', 12_000, 0, 1_000_000_000),
    maxConnections: wholeNumber(env, 'VITRINE_MAX_CONNECTIONS', 2000, 1, 1_000_000),
    shopsInMemory: wholeNumber(env, 'VITRINE_SHOPS_IN_MEMORY', 500, 1, 1_000_000),
    publicUrl: publicUrl(env),
    feeds: feeds(env),
    metricsAccess: pageAccess(env, 'VITRINE_METRICS'),
    docsAccess: pageAccess(env, 'VITRINE_DOCS'),
    trustedProxies: addresses(env, 'VITRINE_TRUSTED_PROXIES'),
    unlimitedAddresses: addresses(env, 'VITRINE_UNLIMITED_ADDRESSES'),
    healthPort:
      text(env, 'VITRINE_HEALTH_PORT', '') === '' ? null : wholeNumber(env, 'VITRINE_HEALTH_PORT', 0, 0, 65535),
    drainSeconds: wholeNumber(env, 'VITRINE_DRAIN_SECONDS', production ? 5 : 0, 0, 600),
    tracesEndpoint: tracesEndpoint(env),
    embedder: embedder(env),
    production,
  }
  requireForSharedStore(config)
  requireForSealing(config)
  if (production) requireInProduction(config)
  return Object.freeze(config)
}

/** Turning the demo on explicitly without its package is an error. */
function demo(env: Environment, production: boolean): boolean {
  const isInstalled = isDemoInstalled()
  const isOn = oneOf(env, 'VITRINE_DEMO', ['on', 'off'], isInstalled && !production ? 'on' : 'off') === 'on'
  if (isOn && !isInstalled) throw new BadSetting('VITRINE_DEMO=on needs the demo shop: npm install @vitrine/demo')
  return isOn
}

export function leavesWorkToOthers({ role, storeUrl }: Pick<Config, 'role' | 'storeUrl'>): boolean {
  return role === 'api' || (role === 'edge' && storeUrl !== null)
}

/** Requires a secret with a shared store: nodes with different ones would refuse each other's sessions and cursors. */
function requireForSharedStore({ storeUrl, secrets, role }: Config): void {
  if (storeUrl !== null && secrets.length === 0)
    throw new BadSetting(
      'VITRINE_SECRET must be set with VITRINE_STORE, the same on every node (at least 32 characters).',
    )
  if (storeUrl === null && (role === 'api' || role === 'worker'))
    throw new BadSetting(
      `VITRINE_ROLE=${role} needs VITRINE_STORE: with the embedded store one process does everything.`,
    )
}

/** The log recognizes repeated events by the ids of the last 10 days with events, so only older events may move. */
const MIN_SEAL_DAYS = 14

function requireForSealing({ sealAfterDays, snapshots }: Config): void {
  if (sealAfterDays === 0) return
  if (sealAfterDays < MIN_SEAL_DAYS)
    throw new BadSetting(`VITRINE_SEAL_AFTER_DAYS must be 0 or at least ${MIN_SEAL_DAYS}, not "${sealAfterDays}".`)
  if (snapshots === null || snapshots.kind === 'postgres')
    throw new BadSetting('VITRINE_SEAL_AFTER_DAYS needs VITRINE_SNAPSHOTS=s3://bucket/prefix or folder:PATH.')
}

function requireInProduction(config: Config): void {
  if (config.secrets.length === 0)
    throw new BadSetting('VITRINE_SECRET must be set in production (at least 32 characters).')
  if (config.adminKey === null)
    throw new BadSetting('VITRINE_ADMIN_KEY must be set in production (vak_ and 32 letters or digits).')
  if (DEMO_KEYS.includes(config.adminKey))
    throw new BadSetting('VITRINE_ADMIN_KEY must not be the demo key in production: it is publicly known.')
}

function text(env: Environment, name: string, fallback: string): string {
  const value = env[name]
  return value === undefined || value === '' ? fallback : value
}

function wholeNumber(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const value = text(env, name, String(fallback))
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < least || number > most) {
    throw new BadSetting(`${name} must be a whole number from ${least} to ${most}, not "${value}".`)
  }
  return number
}

function oneOf<const Word extends string>(
  env: Environment,
  name: string,
  words: readonly Word[],
  fallback: Word,
): Word {
  const value = text(env, name, fallback)
  const word = words.find((candidate) => candidate === value)
  if (word === undefined) throw new BadSetting(`${name} must be one of ${words.join(', ')}, not "${value}".`)
  return word
}

function storeUrl(env: Environment): string | null {
  const value = text(env, 'VITRINE_STORE', '')
  if (value === '') return null
  const isUrl = /^postgres(ql)?:\/\//.test(value) && URL.canParse(value)
  // The message does not repeat the value, which may contain a password.
  if (!isUrl) throw new BadSetting('VITRINE_STORE must read postgres://user:password@host:port/database.')
  const schema = new URL(value).searchParams.get('schema') ?? ''
  if (!/^[a-z0-9_]{0,63}$/.test(schema))
    throw new BadSetting('The schema in VITRINE_STORE must be lower-case letters, digits and underscores.')
  return value
}

function snapshots(env: Environment): SnapshotSetting | null {
  const value = text(env, 'VITRINE_SNAPSHOTS', 'postgres')
  if (text(env, 'VITRINE_STORE', '') === '') return null
  if (value === 'postgres') return { kind: 'postgres' }
  const [, folder] = /^folder:(.+)$/.exec(value) ?? []
  if (folder !== undefined) return { kind: 'folder', folder: resolve(folder) }
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*?))?\/?$/.exec(value) ?? []
  if (bucket === undefined)
    throw new BadSetting(`VITRINE_SNAPSHOTS must be postgres, folder:PATH or s3://bucket/prefix, not "${value}".`)
  const region = text(env, 'AWS_REGION', 'us-east-1')
  return {
    ...{ kind: 's3', bucket, prefix, region },
    endpoint: text(env, 'AWS_ENDPOINT_URL', `https://s3.${region}.amazonaws.com`),
    accessKeyId: requiredForS3(env, 'AWS_ACCESS_KEY_ID'),
    secretAccessKey: requiredForS3(env, 'AWS_SECRET_ACCESS_KEY'),
  }
}

function requiredForS3(env: Environment, name: string): string {
  const value = text(env, name, '')
  if (value === '') throw new BadSetting(`${name} must be set with VITRINE_SNAPSHOTS=s3://….`)
  return value
}

function feeds(env: Environment): FollowedFeed[] {
  const parts = text(env, 'VITRINE_FEEDS', '').split(';')
  return parts.flatMap((part) => {
    const [shop = '', url = '', every = '1h', ...rest] = part.trim().split(/\s+/)
    if (shop === '') return []
    const everyMs = readPause(every)
    if (everyMs === undefined || !/^https?:\/\//i.test(url) || !URL.canParse(url) || rest.length > 0)
      throw new BadSetting(
        `VITRINE_FEEDS must be like "shop.example https://shop.example/feed.xml 6h", with semicolons between several of them, not "${part.trim()}".`,
      )
    return { shop: shop.toLowerCase(), url, everyMs }
  })
}

function publicUrl(env: Environment): string | null {
  const value = text(env, 'VITRINE_PUBLIC_URL', '')
  if (value === '') return null
  const url = /^https?:\/\//i.test(value) && URL.canParse(value) ? new URL(value) : undefined
  // Paths in documents and links begin at the root, so the URL must not have a path.
  if (url === undefined || url.href !== `${url.origin}/`)
    throw new BadSetting(
      `VITRINE_PUBLIC_URL must be a scheme and a host, such as https://search.example.com, not "${value}".`,
    )
  return url.origin
}

const SHORTEST_KEY = 16

/** The error message never repeats the value, which may be a mistyped key. */
function pageAccess(env: Environment, name: string): PageAccess {
  const value = text(env, name, 'on')
  if (value === 'on' || value === 'off') return value
  if (value.length >= SHORTEST_KEY && /^[\x21-\x7e]+$/.test(value)) return { key: value }
  throw new BadSetting(`${name} must be on, off, or a key of at least ${SHORTEST_KEY} characters without spaces.`)
}

function addresses(env: Environment, name: string): string[] {
  const listed = text(env, name, '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
  const wrong = listed.find((address) => !isAddressOrNetwork(address))
  if (wrong !== undefined) throw new BadSetting(`${name} must list IP addresses or networks, not "${wrong}".`)
  return listed
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits = '0', ...more] = text.split('/')
  return (
    more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= { 0: -1, 4: 32, 6: 128 }[isIP(address) as 0 | 4 | 6]
  )
}

function adminKey(env: Environment): string | null {
  const value = text(env, 'VITRINE_ADMIN_KEY', '')
  if (value === '') return null
  if (!/^vak_[0-9A-Za-z]{32}$/.test(value))
    throw new BadSetting('VITRINE_ADMIN_KEY must read vak_ and 32 letters or digits.')
  return value
}

/** Reads the secrets: one, or the new one, a comma and the previous one while a secret is being replaced. */
function secrets(env: Environment): string[] {
  const value = text(env, 'VITRINE_SECRET', '')
  if (value === '') return []
  const found = value.split(',')
  if (found.length > 2)
    throw new BadSetting(
      'VITRINE_SECRET must be one secret, or the new secret and the previous one separated by a comma.',
    )
  if (found.some((secret) => secret.length < 32))
    throw new BadSetting('VITRINE_SECRET must have at least 32 characters; so must the previous secret after a comma.')
  return found
}

function region(env: Environment): string {
  const value = text(env, 'VITRINE_REGION', 'default')
  if (!/^[a-z0-9-]{1,40}$/.test(value)) {
    throw new BadSetting(`VITRINE_REGION must be lower-case letters, digits and dashes, not "${value}".`)
  }
  return value
}

/** Reads the collector's URL from the variable that every OpenTelemetry SDK reads. */
function tracesEndpoint(env: Environment): string | null {
  const value = text(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', '')
  if (value === '') return null
  if (/^https?:\/\//.test(value) && URL.canParse(value)) return value
  throw new BadSetting('OTEL_EXPORTER_OTLP_ENDPOINT must be an http(s) URL, such as http://127.0.0.1:4318.')
}

function embedder(env: Environment): string {
  const value = text(env, 'VITRINE_EMBEDDER', 'local')
  if (value === 'local' || value === 'none' || /^folder:.+/.test(value)) return value
  if (/^https?:\/\//.test(value) && URL.canParse(value)) return value
  throw new BadSetting(`VITRINE_EMBEDDER must be local, none, folder:PATH or an http(s) URL, not "${value}".`)
}
