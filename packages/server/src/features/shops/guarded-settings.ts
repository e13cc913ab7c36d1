/** Merchandisers must not change whom the server trusts, nor to which other hosts shoppers are sent. */
import { type AdminRole, type ConfigDocument, OPERATORS, type ShopConfig, validationItem } from '@vitrine/contract'
import { Refusal, RequestRefused } from '../errors.ts'
import { redirectHosts } from './config-links.ts'
import type { VisibleConfig } from './visible-config.ts'

const GUARDED = ['webhook_secret', 'identity_verification'] as const

/** @throws Refusal if the role may not make this change. Keys, webhooks and the command line have no role. */
export function requireRight(
  role: AdminRole | undefined,
  before: ConfigDocument | ShopConfig | VisibleConfig | undefined,
  after: ShopConfig,
): void {
  if (role === undefined || OPERATORS.includes(role)) return
  const changed = GUARDED.filter(
    (name) =>
      JSON.stringify((before as ConfigDocument | undefined)?.[name] ?? null) !== JSON.stringify(after[name] ?? null),
  )
  const known = redirectHosts(before ?? {})
  const hosts = [...redirectHosts(after)].filter((host) => !known.has(host)).map((host) => `redirects to ${host}`)
  const refused = [...changed, ...hosts]
  if (refused.length > 0)
    throw new Refusal(403, `${refused.join(' and ')} can be changed only by ${OPERATORS.join(' or ')}, not by ${role}`)
}

/** Drafts must not contain secrets, because every signed-in user may read them. */
export function refuseSecretsInDraft(patch: Readonly<Record<string, unknown>>): void {
  const named = GUARDED.filter((name) => Object.hasOwn(patch, name))
  if (named.length > 0)
    throw new RequestRefused(
      named.map((name) =>
        validationItem(
          ['patch', name],
          'any.invalid',
          'cannot be in a draft, which everybody can read: PATCH the configuration instead',
        ),
      ),
    )
}
