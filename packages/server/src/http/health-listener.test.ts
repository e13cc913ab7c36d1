import { describe, expect, it } from 'vitest'
import { startHealthListener } from './health-listener.ts'

describe('the health listener', () => {
  it('answers while the main loop is blocked', async () => {
    const health = await startHealthListener({ host: '127.0.0.1', port: 0 })
    const url = `http://127.0.0.1:${health.port}`
    try {
      // This thread is blocked until the answer has arrived, so another thread sends the request.
      const answered = new Int32Array(new SharedArrayBuffer(4))
      const { Worker } = await import('node:worker_threads')
      const asker = new Worker(
        `const { workerData: { url, answered } } = require('node:worker_threads')
         fetch(url + '/health').then(({ status }) => { Atomics.store(answered, 0, status); Atomics.notify(answered, 0) })`,
        { eval: true, workerData: { url, answered } },
      )
      Atomics.wait(answered, 0, 0, 30_000)
      expect(answered[0]).toBe(200)
      await asker.terminate()
      expect((await fetch(`${url}/metrics`)).status).toBe(404)
    } finally {
      await health.close()
    }
  })
})
