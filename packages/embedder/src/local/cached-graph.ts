import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { buildBertGraph } from './bert-graph.ts'
import { readOnnxBert } from './bert-weights.ts'
import { readChecked, sha256 } from './package-files.ts'

const GTE_SMALL = { layers: 12, heads: 12, hidden: 384, layerNormEpsilon: 1e-12 }

/**
 * The path of the built graph. Building takes about a second, so it is kept; a kept file whose bytes are not the ones that were
 * written (a crash, a full disk, a meddler) is built again.
 */
export async function cachedGraph(path: string): Promise<string> {
  if (isIntact(path)) return path
  const bytes = buildBertGraph(readOnnxBert(readChecked('weights')), GTE_SMALL)
  mkdirSync(dirname(path), { recursive: true })
  writeWhole(path, bytes)
  writeWhole(sumPath(path), sha256(bytes))
  return path
}

function isIntact(path: string): boolean {
  try {
    return sha256(readFileSync(path)) === readFileSync(sumPath(path), 'utf8')
  } catch {
    return false
  }
}

/** A reader sees the old file or the new one, never a half. */
function writeWhole(path: string, content: Uint8Array | string): void {
  const draft = `${path}.${process.pid}.tmp`
  writeFileSync(draft, content)
  renameSync(draft, path)
}

const sumPath = (path: string): string => `${path}.sha256`
