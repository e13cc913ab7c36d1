/** The server's own pages may load and run only what comes from the server. */
import { createHash } from 'node:crypto'

const PAGES = /^\/(demo|docs|dashboard)(\/|\?|$)/

const COMMON_POLICY = [
  "default-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // Product pictures are on the shop's hosts, without TLS in development. Uploads are previewed as data and blob URLs.
  "img-src 'self' http: https: data: blob:",
]

const PAGE_HEADERS = {
  'content-security-policy': policyOf(["script-src 'self'", "style-src 'self'"]),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
} as const

export function pageHeaders(url: string): Readonly<Record<string, string>> | undefined {
  return PAGES.test(url) ? PAGE_HEADERS : undefined
}

/** Allows the page's inline scripts by their hashes. */
export function policyOfPage(html: string): string {
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  const hashes = scripts.map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return policyOf([`script-src ${["'self'", ...hashes].join(' ')}`, "style-src 'self' 'unsafe-inline'"])
}

function policyOf(more: readonly string[]): string {
  return [...COMMON_POLICY, ...more].join('; ')
}
