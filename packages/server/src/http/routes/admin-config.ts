import {
  type DraftView,
  deleteDraftRoute,
  getConfigRoute,
  getDraftRoute,
  getVersionRoute,
  listDraftsRoute,
  listVersionsRoute,
  patchConfigRoute,
  publishDraftRoute,
  putConfigRoute,
  putDraftRoute,
  restoreVersionRoute,
} from '@vitrine/contract'
import type { AutomaticShops } from '../../features/automatic/automatic-shops.ts'
import { effectiveConfig } from '../../features/automatic/effective-config.ts'
import { diffConfigs } from '../../features/shops/config-diff.ts'
import { findVersion, listVersions, restoreVersion } from '../../features/shops/config-history.ts'
import {
  deleteDraft,
  type DraftDeps,
  findDraft,
  listDrafts,
  publishDraft,
  saveDraft,
  type DraftCall,
} from '../../features/shops/drafts.ts'
import { Refusal } from '../../features/errors.ts'
import { type ChangeOptions, findShop, patchConfig, replaceConfig } from '../../features/shops/manage-shops.ts'
import { visibleConfig } from '../../features/shops/visible-config.ts'
import type { Shop, ShopId } from '../../ports/record-store/record-store.ts'
import type { App } from '../app.ts'
import type { AdminCall } from '../call.ts'

export interface ConfigDeps extends DraftDeps {
  automatic: Pick<AutomaticShops, 'effective'>
  /** Returns null if the change does not look harmful. */
  warningOf: (shop: ShopId, patch: Record<string, unknown>) => Promise<string | null>
}

export function adminConfigRoutes(app: App, deps: ConfigDeps): void {
  app.admin(getConfigRoute, async ({ params, query, setHeader }) => {
    const shop = await findShop(deps, params.shop!)
    setHeader('etag', etag(shop))
    if (query.effective !== 'true') return visibleConfig(shop)
    const found = await deps.automatic.effective(shop.id)
    return effectiveConfig(found?.shop ?? shop, found?.derived)
  })
  app.admin(putConfigRoute, (call) => changed(deps, call, (id, options) => replaceConfig(deps, id, call.body, options)))
  app.admin(patchConfigRoute, (call) => changed(deps, call, (id, options) => patchConfig(deps, id, call.body, options)))
  versionRoutes(app, deps)
  draftRoutes(app, deps)
}

function versionRoutes(app: App, deps: DraftDeps): void {
  app.admin(listVersionsRoute, async ({ params, query }) => {
    await findShop(deps, params.shop!)
    return listVersions(deps, params.shop!, query)
  })
  app.admin(getVersionRoute, ({ params }) => findVersion(deps, params.shop!, Number(params.version)))
  app.admin(restoreVersionRoute, (call) =>
    changed(deps, call, (id, options) =>
      restoreVersion(deps, id, Number(call.params.version), { ...options, note: call.body.note ?? null }),
    ),
  )
}

function draftRoutes(app: App, deps: ConfigDeps): void {
  app.admin(listDraftsRoute, ({ params }) => listDrafts(deps, params.shop!))
  app.admin(getDraftRoute, async ({ params, setHeader }) => {
    const draft = await findDraft(deps, params.shop!, params.id!)
    setHeader('etag', draftEtag(draft))
    return draft
  })
  app.admin(putDraftRoute, async (call) => {
    const { draft, created } = await saveDraft(deps, call.params.shop!, call.params.id!, call.body, draftCall(call))
    if (created) call.setStatus(201)
    call.setHeader('etag', draftEtag(draft))
    return draft
  })
  app.admin(deleteDraftRoute, ({ params }) => deleteDraft(deps, params.shop!, params.id!))
  app.admin(publishDraftRoute, async (call) => {
    const { params, body, noteAudit, setStatus } = call
    const { published, scheduled } = await publishDraft(deps, params.shop!, params.id!, body, draftCall(call))
    if (scheduled) setStatus(202)
    if (published) noteAudit({ diff: published.diff })
    const warning = scheduled ? await deps.warningOf(params.shop!, scheduled.patch) : null
    return { version: published?.version ?? null, diff: published?.diff ?? null, scheduled: scheduled ?? null, warning }
  })
}

function draftCall(call: AdminCall<unknown>): DraftCall {
  return { author: call.actor.name, role: roleOf(call), nowMs: call.nowMs, seenMs: ifMatch(call) }
}

/** undefined for an API key, which no role limits. */
function roleOf({ actor }: AdminCall<unknown>) {
  return actor.user ? actor.role : undefined
}

function draftEtag({ updated_at: updatedAt }: DraftView): string {
  return `"${Date.parse(updatedAt)}"`
}

/** Does nothing unless `If-Match` names the stored version. */
async function changed(
  deps: DraftDeps,
  call: AdminCall<unknown>,
  write: (id: string, options: ChangeOptions) => Promise<Shop>,
) {
  const { params, query, actor } = call
  const before = await findShop(deps, params.shop!)
  const seen = ifMatch(call)
  const shop = await write(before.id, {
    author: actor.name,
    note: query.note ?? null,
    role: roleOf(call),
    ...(seen === undefined ? {} : { expectedVersion: seen }),
  })
  call.setHeader('etag', etag(shop))
  call.noteAudit({ diff: diffConfigs(visibleConfig(before), visibleConfig(shop)) })
  return visibleConfig(shop)
}

function etag({ version }: Shop): string {
  return `"${version}"`
}

function ifMatch({ headers }: AdminCall<unknown>): number | undefined {
  const given = headers['if-match']
  if (given === undefined || given === '*') return undefined
  const version = /^"(\d+)"$/.exec(given)?.[1]
  if (version === undefined)
    throw new Refusal(400, 'If-Match must be the ETag that was returned when it was read, like "12"')
  return Number(version)
}
