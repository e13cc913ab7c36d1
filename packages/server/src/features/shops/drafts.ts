/** Drafts are configuration changes that can be previewed, checked and merged before they are published. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type AdminRole,
  type DraftView,
  type ShopConfig,
  ShopConfigInput,
  type ValidationItem,
  validationItem,
} from '@vitrine/contract'
import type { AdminStore, ConfigDraft } from '../../ports/admin-store/admin-store.ts'
import type { Shop, ShopId } from '../../ports/record-store/record-store.ts'
import { ConfigConflict, Refusal, RequestRefused } from '../errors.ts'
import { diffConfigs } from './config-diff.ts'
import { type Merged, mergeConfigs } from './config-merge.ts'
import { configFaults, findShop, replaceConfig, type ShopDeps } from './manage-shops.ts'
import { visibleConfig } from './visible-config.ts'
import { refuseSecretsInDraft, requireRight } from './guarded-settings.ts'
import { mergePatch } from '../platform/merge-patch.ts'
import { unknownKeys } from './unknown-keys.ts'

export interface DraftDeps extends ShopDeps {
  drafts: Pick<AdminStore, 'putDraft' | 'getDraft' | 'listDrafts' | 'deleteDraft' | 'dueDrafts'>
}

export interface DraftInput {
  title?: string
  patch: Record<string, unknown>
  base_version?: number
}

export interface DraftCall {
  author: string
  /** The role of a signed-in user; undefined for keys, which may change everything. */
  role?: AdminRole | undefined
  nowMs: number
  /** When the draft was last changed, as far as the caller knows. If it has changed since, nothing happens. */
  seenMs?: number | undefined
}

const MAX_DRAFTS = 200

export async function saveDraft(deps: DraftDeps, shopId: ShopId, id: string, input: DraftInput, call: DraftCall) {
  refuseSecretsInDraft(input.patch)
  const shop = await findShop(deps, shopId)
  const stored = await deps.drafts.getDraft(shopId, id)
  if (!stored && (await deps.drafts.listDrafts(shopId)).length >= MAX_DRAFTS) throw tooManyDrafts()
  refuseUnseen(stored, call)
  const draft = await withContent(deps, shop, { id, stored, input }, call)
  const isPut = await deps.drafts.putDraft(shopId, draft, call.seenMs === undefined ? undefined : stored?.updatedAt)
  if (!isPut) throw changedSince()
  // Concurrent requests may all have counted before any of them wrote.
  if (!stored && (await deps.drafts.listDrafts(shopId)).length > MAX_DRAFTS) {
    await deps.drafts.deleteDraft(shopId, id)
    throw tooManyDrafts()
  }
  return { draft: await viewDraft(deps, shop, draft), created: stored === undefined }
}

interface NewContent {
  id: string
  stored: ConfigDraft | undefined
  input: DraftInput
}

async function withContent(
  deps: DraftDeps,
  shop: Shop,
  { id, stored, input }: NewContent,
  { author, nowMs }: DraftCall,
): Promise<ConfigDraft> {
  // Always increases, even if the clock is wrong, because this time identifies the version.
  const now = new Date(Math.max(nowMs, stored ? Date.parse(stored.updatedAt) + 1 : 0)).toISOString()
  return {
    id,
    title: input.title ?? stored?.title ?? id,
    patch: input.patch,
    baseVersion: await baseVersion(deps, shop, input.base_version ?? stored?.baseVersion),
    author: stored?.author ?? author,
    createdAt: stored?.createdAt ?? now,
    updatedAt: now,
    publishAtMs: null,
    failure: null,
  }
}

function tooManyDrafts(): Refusal {
  return new Refusal(409, `a shop has at most ${MAX_DRAFTS} drafts: publish or delete some first`)
}

function refuseUnseen(draft: ConfigDraft | undefined, { seenMs }: DraftCall): void {
  if (seenMs !== undefined && (!draft || Date.parse(draft.updatedAt) !== seenMs)) throw changedSince()
}

function changedSince(): ConfigConflict {
  return new ConfigConflict('somebody else has changed or published the draft since it was read: read it again', {})
}

async function baseVersion(deps: DraftDeps, shop: Shop, wanted: number | undefined): Promise<number> {
  if (wanted === undefined || wanted === shop.version) return shop.version
  if (await deps.store.getVersion(shop.id, wanted)) return wanted
  throw new RequestRefused([validationItem(['base_version'], 'any.invalid', 'must be a version in the history')])
}

export async function findDraft(deps: DraftDeps, shopId: ShopId, id: string): Promise<DraftView> {
  return viewDraft(deps, await findShop(deps, shopId), await requireDraft(deps, shopId, id))
}

export async function listDrafts(deps: DraftDeps, shopId: ShopId): Promise<{ drafts: DraftView[] }> {
  const shop = await findShop(deps, shopId)
  const drafts = await deps.drafts.listDrafts(shopId)
  const views: DraftView[] = []
  for (const draft of drafts) {
    views.push(await viewDraft(deps, shop, draft))
    // Merging and checking a draft takes long, so other work runs in between.
    await nextTurn()
  }
  return { drafts: views }
}

export async function deleteDraft(deps: DraftDeps, shop: ShopId, id: string): Promise<void> {
  if (!(await deps.drafts.deleteDraft(shop, id))) throw new Refusal(404, 'there is no such draft')
}

async function requireDraft(deps: DraftDeps, shop: ShopId, id: string): Promise<ConfigDraft> {
  const draft = await deps.drafts.getDraft(shop, id)
  if (!draft) throw new Refusal(404, 'there is no such draft')
  return draft
}

export async function draftedConfig(deps: Pick<DraftDeps, 'store'>, shop: Shop, draft: ConfigDraft): Promise<Merged> {
  const old = draft.baseVersion === shop.version ? undefined : await deps.store.getVersion(shop.id, draft.baseVersion)
  const live = visibleConfig(shop)
  const base = old ? visibleConfig({ ...shop, config: old.config }) : live
  return mergeConfigs(base, mergePatch(base, draft.patch), live)
}

async function viewDraft(deps: DraftDeps, shop: Shop, draft: ConfigDraft): Promise<DraftView> {
  const { merged, conflicts } = await draftedConfig(deps, shop, draft)
  const { id, title, patch, baseVersion: base_version, author, createdAt, updatedAt, publishAtMs, failure } = draft
  return {
    id,
    title,
    patch,
    base_version,
    author,
    created_at: createdAt,
    updated_at: updatedAt,
    publish_at: publishAtMs === null ? null : new Date(publishAtMs).toISOString(),
    failure,
    diff: diffConfigs(visibleConfig(shop), merged),
    faults: [...draftFaults(patch, merged)],
    conflicts,
  }
}

/** An unknown key is a fault even if its value is null, which leaves no trace in the document. */
export function draftFaults(patch: unknown, document: unknown): readonly ValidationItem[] {
  const found = configFaults(document)
  const known = new Set(found.map(({ path }) => path.join('.')))
  const unknown = unknownKeys(ShopConfigInput, patch).filter((path) => !known.has(path.join('.')))
  return [...unknown.map((path) => validationItem(path, 'object.unknown', 'is not allowed')), ...found]
}

export interface PublishInput extends Partial<Omit<DraftInput, 'title'>> {
  at?: string | null
  note?: string
  on_conflict?: 'refuse' | 'draft_wins'
}

/** Publishes or schedules the draft, unless it has faults or unresolved conflicts. A patch replaces its content. */
export async function publishDraft(deps: DraftDeps, shopId: ShopId, id: string, input: PublishInput, call: DraftCall) {
  const { at, note, patch, base_version } = input
  const atMs = at == null ? call.nowMs : Date.parse(at)
  const content = patch && { patch, ...(note ? { title: note } : {}), ...(base_version ? { base_version } : {}) }
  if (atMs <= call.nowMs) return { published: await publishNow(deps, shopId, { id, content, input }, call) }
  if (content) await saveDraft(deps, shopId, id, content, call)
  const draft = await requireDraft(deps, shopId, id)
  if (!content) refuseUnseen(draft, call)
  const shop = await findShop(deps, shopId)
  requireRight(call.role, visibleConfig(shop), await checkedDraft(deps, shop, draft, input))
  const scheduled = { ...draft, publishAtMs: atMs, failure: null, author: call.author }
  if (!(await deps.drafts.putDraft(shopId, scheduled, draft.updatedAt))) throw changedSince()
  return { scheduled: await viewDraft(deps, shop, scheduled) }
}

async function publishNow(
  deps: DraftDeps,
  shopId: ShopId,
  { id, content, input }: { id: string; content: DraftInput | undefined; input: PublishInput },
  call: DraftCall,
) {
  const stored = await deps.drafts.getDraft(shopId, id)
  refuseUnseen(stored, call)
  if (content) refuseSecretsInDraft(content.patch)
  const shop = await findShop(deps, shopId)
  const draft = content ? await withContent(deps, shop, { id, stored, input: content }, call) : stored
  if (!draft) throw new Refusal(404, 'there is no such draft')
  return goLive(deps, shopId, { draft, stored, input }, call)
}

const ATTEMPTS = 5

interface Publication {
  draft: ConfigDraft
  /** Undefined if the draft was never saved. */
  stored: ConfigDraft | undefined
  input: PublishInput
}

/** Publishes and removes the draft in one commit, so that only one node can. Merges again if the shop was changed. */
async function goLive(
  deps: DraftDeps,
  shopId: ShopId,
  { draft, stored, input }: Publication,
  { author, role }: Pick<DraftCall, 'author' | 'role'>,
) {
  for (let attempt = 1; ; attempt++) {
    const shop = await findShop(deps, shopId)
    const document = await checkedDraft(deps, shop, draft, input)
    const note = input.note ?? draft.title
    const change = { author, note, expectedVersion: shop.version, role, ...(stored && { draft: stored }) }
    try {
      const published = await replaceConfig(deps, shopId, document, change)
      return { version: published.version, diff: diffConfigs(visibleConfig(shop), visibleConfig(published)) }
    } catch (error) {
      if (stored && !(await deps.drafts.getDraft(shopId, draft.id))) throw changedSince()
      if (!(error instanceof ConfigConflict) || attempt === ATTEMPTS) throw error
    }
  }
}

async function checkedDraft(deps: DraftDeps, shop: Shop, draft: ConfigDraft, input: PublishInput): Promise<ShopConfig> {
  const { merged, conflicts } = await draftedConfig(deps, shop, draft)
  const faults = draftFaults(draft.patch, merged)
  if (faults.length > 0) throw new RequestRefused(faults)
  if (conflicts.length > 0 && input.on_conflict !== 'draft_wins')
    throw new ConfigConflict(
      `somebody else changed what the draft changes, in ${conflicts.length === 1 ? 'one place' : `${conflicts.length} places`}: ` +
        'publish with on_conflict "draft_wins", or change the draft',
      { current_version: shop.version, conflicts },
    )
  return merged as ShopConfig
}

/** A draft that cannot be published stays, with the reason. */
export async function publishDueDrafts(deps: DraftDeps, nowMs: number): Promise<void> {
  for (const { shop, draft } of await deps.drafts.dueDrafts(nowMs)) {
    try {
      await goLive(deps, shop, { draft, stored: draft, input: {} }, { author: draft.author })
    } catch (error) {
      if (!isRefusal(error)) throw error
      await deps.drafts.putDraft(shop, { ...draft, publishAtMs: null, failure: error.message }, draft.updatedAt)
    }
  }
}

function isRefusal(error: unknown): error is Error {
  return error instanceof Refusal || error instanceof RequestRefused || error instanceof ConfigConflict
}
