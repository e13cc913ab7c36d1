/** The body of a JSON request, read once, as long as it may be. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { parseJson } from './bodies.ts'
import { BodyTooLarge, WrongContentType } from './errors.ts'

export interface BodyReader {
  /** `{}` where nothing was sent. */
  onBody(body: unknown): void
  /** `unread`: so much may still come that the connection is better given up. */
  onFault(error: unknown, unread: boolean): void
}

export function readJsonBody(request: IncomingMessage, limitBytes: number, reader: BodyReader): void {
  if (mayBeRead(request.headers, limitBytes, reader)) collect(request, limitBytes, reader)
}

/** As `readJsonBody`, of a body that has come in whole. */
export function readWholeJson(
  headers: IncomingHttpHeaders,
  bytes: Buffer,
  limitBytes: number,
  reader: BodyReader,
): void {
  if (mayBeRead(headers, limitBytes, reader)) parse(bytes, reader)
}

/** Whether what is still to come is more than anybody should read only to be able to use the connection again. */
export function mayBeLong(headers: IncomingHttpHeaders, limitBytes: number): boolean {
  return headers['transfer-encoding'] !== undefined || saidLength(headers) > limitBytes
}

/** Where it need not, or must not, be read the reader is told already. */
function mayBeRead(headers: IncomingHttpHeaders, limitBytes: number, reader: BodyReader): boolean {
  const type = headers['content-type']
  if (type === undefined && isEmpty(headers)) reader.onBody({})
  else if (!isJson(type)) reader.onFault(new WrongContentType(), mayBeLong(headers, limitBytes))
  else if (saidLength(headers) > limitBytes) reader.onFault(new BodyTooLarge(), true)
  else return true
  return false
}

function isEmpty(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] === undefined && saidLength(headers) === 0
}

function saidLength(headers: IncomingHttpHeaders): number {
  return Number(headers['content-length'] ?? 0)
}

/** Nearly always the first comparison decides. */
function isJson(type: string | undefined): boolean {
  if (type === 'application/json') return true
  return type !== undefined && type.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'
}

function collect(request: IncomingMessage, limitBytes: number, reader: BodyReader): void {
  let first: Buffer | undefined
  let rest: Buffer[] | undefined
  let received = 0
  let refused = false
  request.on('data', (chunk: Buffer) => {
    if (refused) return
    received += chunk.length
    if (received > limitBytes) {
      refused = true
      reader.onFault(new BodyTooLarge(), true)
    } else if (first === undefined) first = chunk
    else if (rest === undefined) rest = [first, chunk]
    else rest.push(chunk)
  })
  request.on('end', () => {
    if (!refused) parse(rest === undefined ? first : Buffer.concat(rest), reader)
  })
}

function parse(bytes: Buffer | undefined, reader: BodyReader): void {
  let body: unknown
  try {
    body = bytes === undefined ? {} : parseJson(bytes)
  } catch (error) {
    reader.onFault(error, false)
    return
  }
  reader.onBody(body)
}
