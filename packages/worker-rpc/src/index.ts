export { collectGarbage, collectWhenIdle } from './collect-when-idle.ts'
export { lowerThreadPriority } from './lower-thread-priority.ts'
export { forward, type Remote, RpcWorker, type RpcWorkerOptions } from './rpc-worker.ts'
export { serveRpc, transferring } from './serve-rpc.ts'
