/** Reads bodies as JSON, as unread streams for NDJSON, as raw bytes if they are signed, and as forms for uploads. */
import { jsonExcess, parseWellFormed, PUBLIC_JSON_COST, wellFormed } from '@vitrine/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Refusal } from '../features/errors.ts'
import { NotSigned, type SignatureCheck } from '../features/webhooks/signature-check.ts'
import type { Connections } from './connections.ts'
import { BodyTooLarge, BodyUnreadable } from './errors.ts'
import { parseForm } from './parse-form.ts'
import { readingCost } from './request-cost.ts'
import type { TurnBudget } from './turn-budget.ts'

/** A body of this size is checked in well under a millisecond. */
const SMALL_BODY_BYTES = 16 * 1024

export function parseJsonBodies(server: FastifyInstance, connections: Connections, turns: TurnBudget): void {
  server.removeAllContentTypeParsers()
  parseAsJson(server, 'application/json', { connections, turns })
}

/** Beacons send JSON as `text/plain`, which browsers allow across origins without a preflight. */
export function acceptPlainText(server: FastifyInstance, { connections, turns }: BodyDeps): void {
  parseAsJson(server, 'text/plain', { connections, turns })
}

interface BodyDeps {
  connections: Connections
  turns: TurnBudget
}

function parseAsJson(server: FastifyInstance, type: string, { connections, turns }: BodyDeps): void {
  server.addContentTypeParser(type, (request, payload, done) =>
    collectBody(payload, bodyPlan(request, connections), (error, body) => {
      if (body === undefined) done(error)
      else turns.run(body.bytes <= SMALL_BODY_BYTES ? 'small' : 'large', () => parseInto(wholeOf(body), request, done))
    }),
  )
}

function parseInto(
  bytes: Buffer,
  { routeOptions }: FastifyRequest,
  done: (error: Error | null, body?: unknown) => void,
) {
  let body: unknown
  try {
    body = parseJson(bytes, routeOptions.config.maxJsonCost)
  } catch (error) {
    done(error as Error)
    return
  }
  done(null, body)
}

function bodyPlan(request: FastifyRequest, connections: Connections): BodyPlan {
  const { socket } = request.raw
  return {
    limitBytes: request.routeOptions.bodyLimit as number,
    keep: (bytes) => connections.hold(socket, bytes),
    charge: (bytes) => request.account?.correct(readingCost(bytes)),
  }
}

/** An absent body reads as `{}`, for endpoints without required fields. Throws `BodyUnreadable`. */
export function parseJson(body: Buffer, maxCost = PUBLIC_JSON_COST): unknown {
  if (body.length === 0) return {}
  // Several times faster than a decoder that validates.
  if (!isUtf8(body)) throw new BodyUnreadable(NOT_JSON)
  const excess = jsonExcess(body, maxCost)
  if (excess !== undefined) throw new BodyUnreadable(`body ${excess}`)
  const text = body.toString('utf8')
  try {
    const value = parseWellFormed(text)
    return mayNameProto(text) ? withoutProto(value) : value
  } catch {
    throw new BodyUnreadable(NOT_JSON)
  }
}

const NOT_JSON = 'body must be valid JSON'

/** Matches `"__proto__"` even if characters are escaped. */
const PROTO = /"(?:_|\\u005f){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006f)(?:t|\\u0074)(?:o|\\u006f)(?:_|\\u005f){2}"/i

function mayNameProto(text: string): boolean {
  return text.includes('"__proto__"') || (text.includes('\\u00') && PROTO.test(text))
}

function withoutProto(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutProto)
  if (typeof value !== 'object' || value === null) return value
  const others = Object.entries(value).filter(([key]) => key !== '__proto__')
  return Object.fromEntries(others.map(([key, inner]) => [key, withoutProto(inner)]))
}

export function keepStream(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}

/** Throws if the headers cannot belong to a valid body. */
export type CheckBody = (headers: IncomingHttpHeaders) => Promise<SignatureCheck>

export function keepBytes(server: FastifyInstance, connections: Connections, checkBody?: CheckBody): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    const check = await checkBody?.(request.headers)
    return new Promise((resolve, reject) =>
      collectBody(payload, { ...bodyPlan(request, connections), check }, (error, body) => {
        if (body === undefined) return reject(error as Error)
        request.signedWith = check?.secret
        resolve(wholeOf(body))
      }),
    )
  })
}

export class FormBytes {
  readonly bytes: Buffer
  readonly type: string

  constructor(bytes: Buffer, type: string) {
    this.bytes = bytes
    this.type = type
  }
}

export function acceptForms(server: FastifyInstance, connections: Connections): void {
  server.addContentTypeParser('multipart/form-data', (request, payload, done) =>
    collectBody(payload, bodyPlan(request, connections), (error, body) =>
      done(error, body && new FormBytes(wholeOf(body), request.headers['content-type'] ?? '')),
    ),
  )
}

export interface ReadForm {
  fields: Record<string, unknown>
  upload: Uint8Array | undefined
}

/** The part `image` is the upload; fields are the body, with types from `schema`. Throws `BodyUnreadable`. */
export function readForm({ bytes, type }: FormBytes, schema: object): ReadForm {
  const form: ReadForm = { fields: {}, upload: undefined }
  let jsonBytes = 0
  for (const { name, isFile, value } of parseForm(bytes, type)) {
    if (isFile) {
      if (name === 'image') form.upload = value
      continue
    }
    const text = wellFormed(value.toString('utf8'))
    const isJson = wantsJson(text, typesOf(propertyOf(schema, name)))
    if (isJson) jsonBytes += value.length
    if (jsonBytes > MAX_JSON_IN_FORM_BYTES) throw new BodyTooLarge('the fields of the form are too large')
    form.fields[name] = isJson ? jsonOr(text) : text
  }
  return form
}

/** Limit for all JSON fields of a form together. */
const MAX_JSON_IN_FORM_BYTES = 128 * 1024

function jsonOr(text: string): unknown {
  try {
    return parseJson(Buffer.from(text))
  } catch {
    return text
  }
}

/** A form field is always text, so the schema tells which ones are JSON. */
function wantsJson(text: string, types: ReadonlySet<string>): boolean {
  if (text.startsWith('{') || text.startsWith('[')) return types.has('object') || types.has('array')
  if (text === 'null') return types.has('null')
  if (types.has('string')) return false
  if (/^-?\d/.test(text)) return types.has('integer') || types.has('number')
  return /^(true|false)$/.test(text) && types.has('boolean')
}

interface Schema {
  type?: string | readonly string[]
  anyOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
}

function propertyOf(schema: Schema, name: string): Schema {
  return Object.hasOwn(schema.properties ?? {}, name) ? schema.properties![name]! : {}
}

function typesOf({ type = [], anyOf = [] }: Schema): Set<string> {
  return new Set([...(typeof type === 'string' ? [type] : type), ...anyOf.flatMap((one) => [...typesOf(one)])])
}

interface BodyPlan {
  limitBytes: number
  /** Called with the size of each chunk. Throws if there is no room for it. */
  keep(bytes: number): void
  /** Called once with the total size. */
  charge(bytes: number): void
  /** Refuses a body with a wrong signature. */
  check?: SignatureCheck | undefined
}

/** In the pieces that arrived, because joining a large body takes milliseconds. */
interface Collected {
  chunks: readonly Buffer[]
  bytes: number
}

function wholeOf({ chunks }: Collected): Buffer {
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
}

type Done = (error: Error | null, body?: Collected) => void

/** Calls `done` once. Bytes that arrive after a refusal are discarded. */
function collectBody(request: IncomingMessage, plan: BodyPlan, done: Done): void {
  if (Number(request.headers['content-length'] ?? 0) > plan.limitBytes) {
    done(new BodyTooLarge())
    return
  }
  let chunks: Buffer[] = []
  let received = 0
  let isDone = false
  const finish = (error: Error | null) => {
    if (isDone) return
    isDone = true
    plan.charge(received)
    if (error === null) done(null, { chunks, bytes: received })
    else done(error)
    chunks = []
  }
  request.on('data', (chunk: Buffer) => {
    if (isDone) return
    received += chunk.length
    const fault = received > plan.limitBytes ? new BodyTooLarge() : faultOf(plan, chunk.length)
    if (fault !== undefined) return finish(fault)
    plan.check?.update(chunk)
    chunks.push(chunk)
  })
  request.on('end', () => {
    if (plan.check?.isRight() === false) finish(new NotSigned())
    else finish(null)
  })
  request.on('error', () => finish(new Refusal(400, 'body could not be read')))
}

function faultOf(plan: BodyPlan, bytes: number): Error | undefined {
  try {
    plan.keep(bytes)
    return undefined
  } catch (error) {
    return error as Error
  }
}
