/** Divides a chunk until the failing event is alone, and sets the event aside, so that it does not stop the shop. */
import type { DerivableChunk, DeriveOutcome } from '../../ports/derived-store/derived-records.ts'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import { emptyBatch } from '../../ports/derived-store/empty-batch.ts'
import { causeOf, isStoreFault, type SetAside } from '../../ports/derived-store/set-aside.ts'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'

export interface DeriveAroundFailuresDeps {
  store: Pick<DerivedStore, 'apply' | 'offset' | 'putAside'>
  derive: (shop: ShopId, chunk: DerivableChunk) => Promise<DeriveOutcome>
  onSetAside: (shop: ShopId, aside: SetAside, error: unknown) => void
  now: () => number
}

export async function deriveAroundFailures(
  deps: DeriveAroundFailuresDeps,
  shop: ShopId,
  chunk: DerivableChunk,
): Promise<DeriveOutcome> {
  try {
    return await deps.derive(shop, chunk)
  } catch (error) {
    if (isStoreFault(error)) throw error
    return chunk.offsets.length > 1 ? deriveHalves(deps, shop, chunk) : tryAlone(deps, shop, chunk)
  }
}

async function deriveHalves(
  deps: DeriveAroundFailuresDeps,
  shop: ShopId,
  chunk: DerivableChunk,
): Promise<DeriveOutcome> {
  const middle = chunk.offsets.length >> 1
  const bodies = chunk.bodies.split('\n')
  const part = (from: number, to: number, fromOffset: number, reached: number): DerivableChunk => ({
    ...chunk,
    fromOffset,
    offsets: chunk.offsets.slice(from, to),
    bodies: bodies.slice(from, to).join('\n'),
    ...(chunk.recount && { recount: { reached } }),
  })
  const between = chunk.offsets[middle - 1] as number
  const end = chunk.recount?.reached ?? (chunk.offsets.at(-1) as number)
  const first = await deriveAroundFailures(deps, shop, part(0, middle, chunk.fromOffset, between))
  if (!first) return false
  const second = await deriveAroundFailures(deps, shop, part(middle, bodies.length, between, end))
  return second && { unserved: [...first.unserved, ...second.unserved] }
}

async function tryAlone(deps: DeriveAroundFailuresDeps, shop: ShopId, chunk: DerivableChunk): Promise<DeriveOutcome> {
  try {
    return await deps.derive(shop, chunk)
  } catch (error) {
    if (isStoreFault(error)) throw error
    const aside = asideOf(chunk, error, deps.now())
    await deps.store.putAside(shop, aside)
    deps.onSetAside(shop, aside, error)
    return passBy(deps, shop, chunk)
  }
}

/** Advances the offset past the event. After a crash before that, the event is set aside again. */
async function passBy(
  { store }: DeriveAroundFailuresDeps,
  shop: ShopId,
  chunk: DerivableChunk,
): Promise<DeriveOutcome> {
  if (chunk.isReplay) return { unserved: [] }
  const to = chunk.recount?.reached ?? (chunk.offsets[0] as number)
  const batch = { ...emptyBatch(chunk.fromOffset, to), ...(chunk.recount && { recount: true }) }
  return (await store.apply(shop, batch, { clickMs: 0, viewMs: 0 })) && { unserved: [] }
}

function asideOf({ offsets, bodies }: DerivableChunk, error: unknown, atMs: number): SetAside {
  return { kind: 'event', key: String(offsets[0]), atMs, name: nameIn(bodies), cause: causeOf(error), body: '' }
}

/** Empty if the body cannot be read. */
function nameIn(body: string): string {
  try {
    const { name, id } = JSON.parse(body) as ShopEvent
    return `${name} ${id}`
  } catch {
    return ''
  }
}
