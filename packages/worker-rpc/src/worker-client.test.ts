import { afterEach, describe, expect, it } from 'vitest'
import { collectEverywhere, forward, WorkerClient, type WorkerClientOptions } from './worker-client.ts'
import type { Calculator } from './testing/calculator.ts'

const MODULE = new URL('./testing/calculator.ts', import.meta.url)
const workers: WorkerClient<Calculator>[] = []
const start = (options: WorkerClientOptions = { settings: { base: 10 } }) => {
  const worker = new WorkerClient<Calculator>(MODULE, options)
  workers.push(worker)
  return worker
}
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.terminate()
})

describe('WorkerClient', () => {
  it('answers each call with its own result, while slower calls wait', async () => {
    const worker = start()
    const answers = [worker.call('slowly', 1), worker.call('add', 2), worker.call('slowly', 3)]
    expect(await Promise.all(answers)).toEqual([11, 12, 13])
  })

  it('passes on the name, message and codes of an error, and continues', async () => {
    const worker = start()
    await expect(worker.call('refuse')).rejects.toMatchObject({
      name: 'TypeError',
      message: 'refused',
      code: 'E_NO',
      errcode: 13,
    })
    expect(await worker.call('add', 1)).toBe(11)
  })

  it('moves buffers in both directions instead of copying them', async () => {
    const worker = start()
    const numbers = Float32Array.of(1, 2)
    expect(await worker.callTransferring([numbers.buffer], 'sum', numbers)).toBe(13)
    expect(numbers).toHaveLength(0)
    expect(await worker.call('zeros', 3)).toEqual(new Float32Array(3))
  })

  it('rejects every call with the first cause if the thread cannot open', async () => {
    const worker = start({ settings: { base: -1 } })
    await expect(worker.call('add', 1)).rejects.toThrow('a base below zero')
    await expect(worker.call('add', 1)).rejects.toThrow('a base below zero')
  })

  it('rejects pending calls if the thread dies, and starts another only if allowed', async () => {
    const once = start()
    await expect(once.call('die')).rejects.toThrow('has ended')
    await expect(once.call('add', 1)).rejects.toThrow('has ended')
    const again = start({ settings: { base: 10 }, restarts: true })
    await expect(again.call('die')).rejects.toThrow('has ended')
    expect(await again.call('add', 1)).toBe(11)
  })

  it('rejects pending calls if a message cannot be read, and starts another thread if allowed', async () => {
    for (const restarts of [false, true]) {
      const worker = start({ settings: { base: 10 }, restarts })
      await expect(Promise.all([worker.call('misread'), worker.call('slowly', 1)])).rejects.toThrow('cannot be read')
      if (restarts) expect(await worker.call('add', 1)).toBe(11)
      else await expect(worker.call('add', 1)).rejects.toThrow('cannot be read')
    }
    const client = start({ settings: { base: 10 }, restarts: true })
    const never = client.call('misread')
    client.start().emit('messageerror', new Error('the answer cannot be read'))
    await expect(never).rejects.toThrow('the answer cannot be read')
    expect(await client.call('add', 1)).toBe(11)
  })

  it('makes all threads free their caches', async () => {
    const [one, other] = [start(), start()]
    await Promise.all([one.call('add', 1), other.call('add', 1)])
    collectEverywhere()
    expect([await one.call('freedCaches'), await other.call('freedCaches'), await one.call('add', 1)]).toEqual([
      1, 1, 11,
    ])
  })

  it('ends an idle thread, and starts another for the next call', async () => {
    const worker = start({ settings: { base: 10 }, idleMs: 0 })
    const first = await worker.call('thread')
    await expect.poll(() => worker.call('thread')).not.toBe(first)
    const busy = start()
    const same = await busy.call('thread')
    expect(await busy.call('thread')).toBe(same)
  })

  it('is ended by its `close` method after earlier calls', async () => {
    const worker = start()
    const [sum] = await Promise.all([worker.call('slowly', 1), worker.call('close')])
    expect(sum).toBe(11)
    await expect(worker.call('add', 1)).rejects.toThrow('it was closed')
  })

  it('forwards the named methods', async () => {
    const calculator = forward(start(), ['add', 'slowly'])
    expect(Object.keys(calculator)).toEqual(['add', 'slowly'])
    expect(await calculator.add(5)).toBe(15)
  })
})
