import { completeConfig, type PreviewAs, type ShopConfig, validationItem } from '@vitrine/contract'
import type { AdminStore, ConfigDraft } from '../../ports/admin-store/admin-store.ts'
import type { RecordStore, Shop } from '../../ports/record-store/record-store.ts'
import type { Call } from '../call.ts'
import { ALREADY_ADMITTED } from '../work-ledger.ts'
import { Refusal, RequestRefused } from '../errors.ts'
import { draftedConfig, draftFaults } from '../shops/drafts.ts'

export interface PreviewDeps {
  store: Pick<RecordStore, 'getShop' | 'getVersion'>
  drafts: Pick<AdminStore, 'getDraft'>
  /** Adds filters and sections derived from the live catalog if the configuration has none. */
  withAutomatic(live: Shop, config: ShopConfig): Promise<ShopConfig>
  region: string
}

export interface PreviewBody {
  draft?: string | null
  patch?: Record<string, unknown> | null
  as?: PreviewAs | null
}

export interface PreviewCall<Body> {
  shop: string
  body: Body
  requestId: string
  nowMs: number
}

export interface PreviewShops {
  live: Shop
  draft: Shop
}

/** Throws `RequestRefused` with all faults of an invalid change. */
export async function previewShops(deps: PreviewDeps, id: string, body: PreviewBody): Promise<PreviewShops> {
  const shop = await deps.store.getShop(id)
  if (!shop) throw new Refusal(404, `there is no shop ${id}`)
  const change = await changeOf(deps, shop, body)
  const live = { ...shop, config: inVariant(await deps.withAutomatic(shop, shop.config), body.as) }
  if (!change) return { live, draft: live }
  const { merged } = await draftedConfig(deps as never, shop, change)
  const faults = draftFaults(change.patch, merged)
  if (faults.length > 0) throw new RequestRefused(faults)
  const config = completeConfig({
    ...(merged as ShopConfig),
    identity_verification: shop.config.identity_verification,
  })
  return { live, draft: { ...shop, config: inVariant(await deps.withAutomatic(shop, config), body.as) } }
}

async function changeOf(
  deps: PreviewDeps,
  shop: Shop,
  { draft, patch }: PreviewBody,
): Promise<ConfigDraft | undefined> {
  if (draft != null && patch != null)
    throw new RequestRefused([validationItem(['patch'], 'object.oxor', 'must not be sent together with draft')])
  if (draft != null) {
    const found = await deps.drafts.getDraft(shop.id, draft)
    if (!found) throw new Refusal(404, 'there is no such draft')
    return found
  }
  return patch == null ? undefined : ({ patch, baseVersion: shop.version } as ConfigDraft)
}

function inVariant(config: ShopConfig, as: PreviewAs | null | undefined): ShopConfig {
  if (as?.variant == null) return config
  const [, id, key] = /^exp_([^=]+)=(.+)$/.exec(as.variant) ?? []
  const wanted = config.experiences.find((one) => String(one.id) === id)
  if (!wanted?.variants.some((variant) => variant.key === key))
    throw new RequestRefused([validationItem(['as', 'variant'], 'any.only', 'must be exp_<id>=<variant> of the shop')])
  const experiences = config.experiences.map((one) =>
    one === wanted
      ? { ...one, status: 'active' as const, variants: one.variants.filter((variant) => variant.key === key) }
      : one,
  )
  return { ...config, experiences }
}

/** User agents that `deviceOf` reads as these devices. */
const USER_AGENTS = { desktop: 'X11', mobile: 'iPhone Mobile', tablet: 'iPad' }

export function previewCall<Body extends PreviewBody>(
  deps: PreviewDeps,
  shop: Shop,
  { body, requestId, nowMs }: PreviewCall<Body>,
): Call<never> {
  const { as } = body
  const given = body as PreviewBody & {
    visitor_id?: string | null
    user_id?: string | null
    customer_id?: string | null
  }
  const market = as?.market ?? (body as { market?: unknown }).market
  const locale = as?.locale ?? (body as { locale?: unknown }).locale
  return {
    shop,
    body: { ...body, market, locale } as never,
    identity: {
      // A visitor is needed to see a variant.
      visitorId: as?.visitor_id ?? given.visitor_id ?? given.user_id ?? (as?.variant == null ? null : 'preview'),
      clientId: null,
      customerId: as?.customer_id ?? given.customer_id ?? null,
    },
    proof: { verification: shop.config.identity_verification, signature: undefined, isServerSide: true },
    session: undefined,
    requestId,
    nowMs: as?.at == null ? nowMs : Date.parse(as.at),
    region: deps.region,
    headers: as?.device == null ? {} : { 'user-agent': USER_AGENTS[as.device] },
    isAdmin: async () => true,
    work: ALREADY_ADMITTED,
  }
}
