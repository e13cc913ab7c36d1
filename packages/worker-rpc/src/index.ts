export { collectWhenIdle } from './collect-when-idle.ts'
export { lowerThreadPriority } from './lower-thread-priority.ts'
export { collectEverywhere, forward, type Remote, WorkerClient, type WorkerClientOptions } from './worker-client.ts'
export { serveRpc, transferring } from './serve-rpc.ts'
