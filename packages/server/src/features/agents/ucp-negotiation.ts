/** Finds the capabilities that we share with a platform, by its profile (Universal Commerce Protocol, "Negotiation Protocol"). */
import { UCP_CATALOG_LOOKUP, UCP_CATALOG_SEARCH, UCP_VERSION } from '@vitrine/contract'

export const UCP_CAPABILITIES = [UCP_CATALOG_SEARCH, UCP_CATALOG_LOOKUP] as const
export type UcpCapability = (typeof UCP_CAPABILITIES)[number]

export type Negotiation =
  | { kind: 'agreed'; capabilities: readonly UcpCapability[] }
  | { kind: 'refused'; status: 400 | 422 | 424; code: string; content: string }

/** @returns the address in `profile="…"` of the UCP-Agent header */
export function profileIn(header: string | string[] | undefined): string {
  return (typeof header === 'string' && /(?:^|[\s,;])profile="([^"\\]{1,2000})"/.exec(header)?.[1]) || ''
}

export function isProfileUrl(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:'
}

/** @param profile as fetched and parsed; it may contain anything */
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
  const isShared = (capability: UcpCapability) => {
    const offered = fieldOf(capabilities, capability)
    return Array.isArray(offered) && offered.some((one) => fieldOf(one, 'version') === UCP_VERSION)
  }
  return { kind: 'agreed', capabilities: UCP_CAPABILITIES.filter(isShared) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
