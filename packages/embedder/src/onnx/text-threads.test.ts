import { afterEach, describe, expect, it } from 'vitest'
import { EmbedderUnavailable } from '../embedder.ts'
import { TextThreads } from './text-threads.ts'

const opened: TextThreads[] = []
afterEach(async () => {
  for (const threads of opened.splice(0)) await threads.close()
})

function blockable() {
  const gate = new SharedArrayBuffer(4)
  const module = new URL('./testing/blocking-encoder.ts', import.meta.url).href
  const threads = new TextThreads({ module, settings: { gate } })
  opened.push(threads)
  const open = () => {
    Atomics.store(new Int32Array(gate), 0, 1)
    Atomics.notify(new Int32Array(gate), 0)
  }
  return { threads, open }
}

describe('a text model in two threads', () => {
  it('answers queries while the catalog occupies its thread', async () => {
    const { threads, open } = blockable()
    const catalog = threads.encode(['hold', 'a product'], 'document')
    expect(await threads.encode(['sofa'], 'query')).toEqual([Float32Array.of(4)])
    open()
    expect(await catalog).toEqual([Float32Array.of(4), Float32Array.of(9)])
  })

  it('returns its dimension, and rejects all calls when it is closed', async () => {
    const { threads } = blockable()
    expect(await threads.ready).toBe(1)
    await threads.close()
    await expect(threads.encode(['a'], 'query')).rejects.toBeInstanceOf(EmbedderUnavailable)
    await expect(threads.encode(['a'], 'document')).rejects.toBeInstanceOf(EmbedderUnavailable)
  })
})
