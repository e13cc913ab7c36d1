/** Every hour: are there large files that still have to be written anew after an erasure? */
import type { DerivedStore } from '../ports/derived-store/derived-store.ts'
import type { EventLog } from '../ports/event-log/event-log.ts'

interface RewriteDeps {
  log: Pick<EventLog, 'rewriteErased'>
  store: Pick<DerivedStore, 'rewriteErased'>
  clock: () => number
  onError: (error: unknown, during: string) => void
}

const HOUR_MS = 3_600_000

/** Answers what ends it. */
export function rewriteErasedHourly({ log, store, clock, onError }: RewriteDeps): () => void {
  const run = async () => {
    await log.rewriteErased(clock())
    await store.rewriteErased(clock())
  }
  const timer = setInterval(() => {
    run().catch((error) => onError(error, 'writing files anew after an erasure'))
  }, HOUR_MS).unref()
  return () => clearInterval(timer)
}
