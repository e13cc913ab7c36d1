import {
  type CollectionConfig,
  CollectionRule,
  compileValidator,
  type PlatformId,
  readPlatformId,
} from '@vitrine/contract'
import { isRecord, readText } from '../platform/catalog-values.ts'
import { collectionNumber } from '../platform/collection-names.ts'
import { editConfig } from '../shops/manage-shops.ts'
import type { Webhook, WebhookDeps } from './receive-webhook.ts'
import { requireId, timeOf } from './webhook-values.ts'

const isRule = compileValidator(CollectionRule)

/** The platform sends texts and rules, but no members, so those of a manual collection stay. */
export async function applyCollection(deps: WebhookDeps, { shop, topic, payload, nowMs }: Webhook): Promise<void> {
  const id = requireId(payload.id, 'id')
  const isSame = (one: CollectionConfig) => readPlatformId(one.id) === id
  const isDelete = topic === 'collections/delete'
  const atMs = isDelete ? nowMs : timeOf(payload.updated_at, nowMs)
  if (!(await deps.memory.advance(shop.id, `collection ${id}`, atMs))) return
  await editConfig({ store: deps.store }, shop.id, (config) => {
    const others = config.collections.filter((one) => !isSame(one))
    if (isDelete) return { ...config, collections: others }
    const reported = toCollection(id, payload, config.collections.find(isSame))
    // Handles are unique on the platform, so another collection must have lost this one. Its own webhook may come
    // later.
    const renamed = others.map((one) => (one.handle === reported.handle ? { ...one, handle: String(one.id) } : one))
    return { ...config, collections: [...renamed, reported].sort(byNumber) }
  })
}

function byNumber(a: CollectionConfig, b: CollectionConfig): number {
  return collectionNumber(a) - collectionNumber(b)
}

function readRule(rule: unknown): CollectionRules {
  if (!isRecord(rule)) return []
  const { column, relation, condition } = rule
  const checked = isRule({ column, relation, condition })
  return checked.ok ? [checked.value] : []
}

type CollectionRules = NonNullable<CollectionConfig['rules']>

function toCollection(
  id: PlatformId,
  payload: Record<string, unknown>,
  known: CollectionConfig | undefined,
): CollectionConfig {
  const handle = readText(payload.handle) || known?.handle || String(id)
  // Leaves out rules on unsupported columns (metafields, weight).
  const rules = Array.isArray(payload.rules) ? payload.rules.flatMap(readRule) : undefined
  return {
    ...known,
    id,
    handle,
    title: readText(payload.title) || known?.title || handle,
    ...(payload.body_html === undefined ? {} : { description: readText(payload.body_html) ?? '' }),
    ...(rules && rules.length > 0 ? { rules, disjunctive: payload.disjunctive === true } : {}),
  }
}
