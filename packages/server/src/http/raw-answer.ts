/** Answers that are written directly to a socket, where no route can answer. */
import { STATUS_CODES } from 'node:http'
import { CORS_HEADERS } from './cors.ts'

export function rawAnswer(
  status: number,
  requestId: string,
  message: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const body = JSON.stringify({ error: message })
  const headers = {
    ...CORS_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': requestId,
    'content-length': String(body.length),
    ...more,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}

export function serviceUnavailable(requestId: string, message: string): string {
  return rawAnswer(503, requestId, message, { 'retry-after': '1' })
}
