import { RpcWorker } from '@vitrine/worker-rpc'

/**
 * Room for new objects in a store's thread. What a call makes is garbage when it is answered, and left to itself the engine
 * gives each thread 128 MiB to gather it in before it looks.
 */
const YOUNG_MIB = 24

/** Runs a synchronous store in a thread: neither its fsync nor its scans hold up the event loop. A store that cannot be opened fails every call. */
export function storeWorker<T>(module: URL, settings: unknown): RpcWorker<T> {
  const worker = new RpcWorker<T>(module, { settings, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB } })
  worker.start()
  return worker
}
