/** Finds what a calling platform and we both understand, by its profile (Universal Commerce Protocol, "Negotiation Protocol"). */
import { UCP_CATALOG_SEARCH, UCP_VERSION } from '@vitrine/contract'

export type Negotiation =
  | { kind: 'agreed' }
  /** The protocol answers it with 200 and an error inside. */
  | { kind: 'incompatible' }
  | { kind: 'refused'; status: 400 | 422 | 424; code: string; content: string }

/** @returns the address in `profile="…"` of the UCP-Agent header; undefined where there is none that may be fetched */
export function profileUrlOf(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined
  const [, text = ''] = /(?:^|[\s,;])profile="([^"\\]{1,2000})"/.exec(header) ?? []
  return URL.canParse(text) && new URL(text).protocol === 'https:' ? text : undefined
}

/** @param profile as it was fetched and parsed; anything at all may be in it */
export function negotiate(profile: unknown): Negotiation {
  const ucp = fieldOf(profile, 'ucp')
  const version = fieldOf(ucp, 'version')
  const capabilities = fieldOf(ucp, 'capabilities')
  if (typeof version !== 'string' || !isObject(capabilities ?? {}))
    return { kind: 'refused', status: 422, code: 'profile_malformed', content: 'the profile is not a UCP profile' }
  if (version !== UCP_VERSION) {
    const content = `protocol version ${version.slice(0, 40)} is not supported; this shop supports ${UCP_VERSION}`
    return { kind: 'refused', status: 422, code: 'version_unsupported', content }
  }
  const offered = fieldOf(capabilities, UCP_CATALOG_SEARCH)
  const isShared = Array.isArray(offered) && offered.some((one) => fieldOf(one, 'version') === UCP_VERSION)
  return { kind: isShared ? 'agreed' : 'incompatible' }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
