import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Embedder, VectorSpace } from './embedder.ts'

export interface EmbedderContractSubject {
  open: () => Promise<Embedder>
  /** Pictures to embed, at least two different ones; absent if the adapter has no image model. */
  images?: () => Promise<readonly Uint8Array[]>
  /** Absent if the adapter has no text model. */
  texts?: readonly string[]
}

export function embedderContract(name: string, subject: EmbedderContractSubject): void {
  describe(`${name} as an Embedder`, () => {
    let embedder: Embedder
    beforeAll(async () => {
      embedder = await subject.open()
    })
    afterAll(async () => {
      await embedder.close()
    })

    it('has exactly the expected models', () => {
      expect(embedder.text !== undefined).toBe(subject.texts !== undefined)
      expect(embedder.image !== undefined).toBe(subject.images !== undefined)
    })

    const texts = subject.texts
    if (texts !== undefined) textContract(() => embedder, texts)
    if (subject.images !== undefined) imageContract(() => embedder, subject.images)
  })
}

function textContract(embedder: () => Embedder, texts: readonly string[]): void {
  it('returns one unit vector per text, in order, alone or in a batch', async () => {
    const half = embedder().text!
    const together = await half.embed(texts, 'document')
    expectUnitVectors(half, together, texts.length)
    for (const [i, text] of texts.entries()) {
      const [alone] = await half.embed([text], 'document')
      expect(cosine(alone!, together[i]!)).toBeGreaterThan(0.98)
    }
  })

  it('returns an empty list for an empty list, and a vector for an empty text', async () => {
    const half = embedder().text!
    expect(await half.embed([], 'query')).toEqual([])
    expectUnitVectors(half, await half.embed([''], 'query'), 1)
  })

  it('rejects a call whose signal is already aborted', async () => {
    await expect(embedder().text!.embed(['a'], 'query', AbortSignal.abort(new Error('too late')))).rejects.toThrow(
      'too late',
    )
  })

  it('does not mix the results of concurrent calls', async () => {
    const half = embedder().text!
    const answers = await Promise.all(texts.map((text) => half.embed([text], 'document')))
    const together = await half.embed(texts, 'document')
    for (const [i, answer] of answers.entries()) expect(cosine(answer[0]!, together[i]!)).toBeGreaterThan(0.98)
  })
}

function imageContract(embedder: () => Embedder, images: () => Promise<readonly Uint8Array[]>): void {
  it('returns one unit vector per image, in order, alone or in a batch', async () => {
    const half = embedder().image!
    const files = await images()
    const together = await half.embed(files)
    expectUnitVectors(half, together, files.length)
    for (const [i, file] of files.entries()) {
      const [alone] = await half.embed([file])
      expect(cosine(alone!, together[i]!)).toBeGreaterThan(0.98)
    }
  })

  it('returns an empty list for an empty list of images', async () => {
    expect(await embedder().image!.embed([])).toEqual([])
  })
}

function expectUnitVectors(space: VectorSpace, vectors: readonly Float32Array[], count: number): void {
  expect(space.space).not.toBe('')
  expect(vectors).toHaveLength(count)
  for (const vector of vectors) {
    expect(vector).toHaveLength(space.dimension)
    expect(cosine(vector, vector)).toBeCloseTo(1, 3)
  }
}

function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}
