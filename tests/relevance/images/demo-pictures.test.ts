import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createCatalog } from '../../../apps/demo/src/index.ts'
import { localEmbedder } from '../../../packages/embedder/src/local/local.ts'
import { visualModel } from '../../../packages/embedder/src/local/visual-model.ts'
import { DEMO_SEED } from '@vitrine/contract/demo-shop'
import { lostDemoPictures } from './demo-pictures.ts'

const embedder = localEmbedder({ visual: visualModel })
const folder = mkdtempSync(join(tmpdir(), 'vitrine-demo-pictures-'))
afterAll(async () => {
  await embedder.close()
  rmSync(folder, { recursive: true })
})

/** A few products of many types, and two of each type. */
const catalog = createCatalog(DEMO_SEED, 0)
  .filter((_, i) => i % 60 < 2)
  .slice(0, 6)

describe('the pictures of the demo shop', () => {
  it('each find their own product first, unchanged and after scaling and recompression', async () => {
    const { asked, lost } = await lostDemoPictures(embedder.image!, catalog, { folder, eachPage: 1 })
    expect(asked).toBeGreaterThan(12)
    expect(lost).toEqual([])
  })
})
