import { RpcWorker } from '@vitrine/worker-rpc'

/** Runs a synchronous store in a thread: neither its fsync nor its scans hold up the event loop. A store that cannot be opened fails every call. */
export function storeWorker<T>(module: URL, settings: unknown): RpcWorker<T> {
  const worker = new RpcWorker<T>(module, { settings })
  worker.start()
  return worker
}
