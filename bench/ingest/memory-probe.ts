/** Reports a thread's memory after garbage collection. `--import` loads this module into every thread of the server. */
import { BroadcastChannel, isMainThread, workerData } from 'node:worker_threads'

export interface ThreadMemory {
  thread: string
  /** Heap in MiB before and after garbage collection. */
  heapBefore: number
  heap: number
  /** MiB outside the heap after garbage collection. */
  external: number
}

const CHANNEL = 'vitrine-memory'

if (globalThis.gc) answerWhenAsked(globalThis.gc)

function answerWhenAsked(collect: () => void): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = (message) => {
    if (dataOf(message) === 'ask') channel.postMessage(ownMemory(collect))
  }
  channel.unref()
}

/** Asks all threads, including the main thread, which calls this. Resolves once `count` have reported. */
export function askThreads(count: number): Promise<ThreadMemory[]> {
  const channel = new BroadcastChannel(CHANNEL)
  const answers: ThreadMemory[] = []
  return new Promise((resolve) => {
    channel.onmessage = (message) => {
      const answer = dataOf(message)
      if (answer === 'ask') return
      answers.push(answer as ThreadMemory)
      if (answers.length < count) return
      channel.close()
      resolve(answers.sort((a, b) => (a.thread < b.thread ? -1 : 1)))
    }
    channel.postMessage('ask')
  })
}

const dataOf = (message: unknown) => (message as { data: unknown }).data

function ownMemory(collect: () => void): ThreadMemory {
  const heapBefore = toMiB(process.memoryUsage().heapUsed)
  // Objects that a finalizer releases are only freed in the second round.
  for (let i = 0; i < 2; i++) collect()
  const { heapUsed, external } = process.memoryUsage()
  return { thread: nameOfThread(), heapBefore, heap: toMiB(heapUsed), external: toMiB(external) }
}

function nameOfThread(): string {
  if (isMainThread) return 'event loop'
  const { path, role = '' } = typeof workerData === 'string' ? { path: workerData } : (workerData ?? {})
  return `${String(path ?? 'thread').replace(/^.*\//, '')} ${role}`.trim()
}

const toMiB = (bytes: number) => Math.round((bytes / 2 ** 20) * 10) / 10
