import { afterEach, expect, it } from 'vitest'
import { IdleThread } from './idle-thread.ts'

const opened: IdleThread<string>[] = []
afterEach(async () => {
  for (const thread of opened.splice(0)) await thread.close()
})

/** Opens models that share a counter of how many of them are in memory. */
function models(count: number): IdleThread<string>[] {
  const settings = { count: new SharedArrayBuffer(4) }
  const module = new URL('./testing/counted-encoder.ts', import.meta.url).href
  opened.push(...Array.from({ length: count }, () => new IdleThread<string>({ module, settings }, 60_000)))
  return opened
}

const loaded = async (answer: Promise<Float32Array[]>) => (await answer)[0]?.[0]

it('keeps one of the catalog’s models in memory at a time', async () => {
  const [texts, pictures, others] = models(3)
  expect(await loaded(texts!.encode(['a'], 'patient'))).toBe(1)
  expect(await loaded(pictures!.encode(['a'], 'patient'))).toBe(1)
  expect(await loaded(others!.encode(['a'], 'patient'))).toBe(1)
  expect(await loaded(texts!.encode(['a'], 'patient'))).toBe(1)
})

it('keeps a model that is working, and one that a shopper used recently', async () => {
  const [asked, works, next] = models(3)
  expect(await loaded(asked!.encode(['a'], 'urgent'))).toBe(1)
  const long = works!.encode(Array(500).fill('a'), 'patient')
  expect(await loaded(works!.encode(['a'], 'patient'))).toBe(2)
  expect(await loaded(next!.encode(['a'], 'patient'))).toBeGreaterThanOrEqual(2)
  expect(await loaded(asked!.encode(['a'], 'patient'))).toBeGreaterThanOrEqual(2)
  await long
})
