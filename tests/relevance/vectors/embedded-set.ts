import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { productText, VectorStore } from '@vitrine/engine'
import { loadVectors, saveVectors } from './saved-vectors.ts'
import type { TextEmbedder } from '@vitrine/embedder'
import type { JudgedSet } from '../search/judged-set.ts'

/**
 * Caches vectors, because embedding a set takes minutes. File names depend on everything that determines the vectors.
 */
export const EVALUATION_FOLDER = fileURLToPath(new URL('../../../.cache/eval', import.meta.url))

const BATCH = 64

/** Products are numbered from 1. */
export async function embeddedSet({ name, docs }: JudgedSet, embedder: TextEmbedder): Promise<VectorStore> {
  const texts = docs.map((doc) => productText({ ...doc, kinds: [doc.productType] }))
  const key = createHash('sha256')
    .update(JSON.stringify([embedder.space, texts]))
    .digest('hex')
    .slice(0, 16)
  const path = join(EVALUATION_FOLDER, `${name}-${key}.vectors`)
  const kept = readKept(path)
  if (kept !== undefined) return kept
  const store = new VectorStore(embedder.space, embedder.dimension)
  const begunMs = performance.now()
  for (let from = 0; from < texts.length; from += BATCH) {
    const vectors = await embedder.embed(texts.slice(from, from + BATCH), 'document')
    for (const [i, vector] of vectors.entries()) store.put(from + i + 1, [vector])
    if (process.stderr.isTTY) process.stderr.write(`\r${name}: ${store.size} of ${texts.length} embedded`)
  }
  const perSecond = (1000 * texts.length) / (performance.now() - begunMs)
  console.log(`${name}: ${texts.length} products embedded, ${perSecond.toFixed(0)} a second`)
  mkdirSync(EVALUATION_FOLDER, { recursive: true })
  writeFileSync(path, saveVectors(store))
  return store
}

function readKept(path: string): VectorStore | undefined {
  try {
    return loadVectors(readFileSync(path))
  } catch {
    return undefined
  }
}
