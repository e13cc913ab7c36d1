import { WorkerClient } from '@vitrine/worker-rpc'

/** In a thread, neither fsync nor scans block the event loop. If the store cannot be opened, every call fails. */
export function storeWorker<T>(module: URL, settings: unknown): WorkerClient<T> {
  const worker = new WorkerClient<T>(module, { settings })
  worker.start()
  return worker
}
