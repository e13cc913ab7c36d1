/** Answers `/health` on its own thread. The main loop's latest timestamp shows whether it is stuck. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const BEAT_MS = 500

export interface HealthListener {
  port: number
  close(): Promise<void>
}

export interface HealthThreadData {
  host: string
  port: number
  /** The main loop's last timestamp, in milliseconds since 1970. */
  seen: SharedArrayBuffer
}

export async function startHealthListener({ host, port }: { host: string; port: number }): Promise<HealthListener> {
  const seen = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)
  const mark = new Float64Array(seen)
  const beat = () => {
    mark[0] = Date.now()
  }
  beat()
  const timer = setInterval(beat, BEAT_MS).unref()
  const workerData: HealthThreadData = { host, port, seen }
  const worker = new Worker(new URL('./health-thread.ts', import.meta.url), { workerData, name: 'health' })
  const [listening] = (await once(worker, 'message')) as [number]
  worker.unref()
  return {
    port: listening,
    async close() {
      clearInterval(timer)
      await worker.terminate()
    },
  }
}
