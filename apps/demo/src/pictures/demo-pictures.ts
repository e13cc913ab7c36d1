import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEMO_SEED } from '@vitrine/contract'
import type { DemoPicture, PictureTools, DemoPictures as Pictures } from '@vitrine/server/plugin'
import { LRUCache } from 'lru-cache'
import { createCatalog } from '../catalog/create-catalog.ts'
import { drawPicture, type PictureSpec } from './draw-picture.ts'
import { createPictureIndex } from './picture-index.ts'

export const PICTURE_WIDTHS = [160, 320, 480, 640, 800] as const

/** Number of pictures in memory, of about 20 kB each. */
const KEPT_IN_MEMORY = 400
const QUALITY = 82

/** Draws pictures when they are first requested. Files are named by a hash of the drawing, so none is outdated. */
export class DemoPictures implements Pictures {
  readonly #tools: PictureTools
  readonly #kept = new LRUCache<string, Promise<DemoPicture>>({ max: KEPT_IN_MEMORY })
  /** Pictures that a visitor is waiting for. */
  readonly #awaited = new Set<Promise<DemoPicture>>()
  #index: ReadonlyMap<string, PictureSpec> | undefined

  constructor(tools: PictureTools) {
    this.#tools = tools
  }

  async find(address: string, width = 800, when: 'now' | 'when idle' = 'now'): Promise<DemoPicture | undefined> {
    const path = /\/demo\/images\/[a-z0-9-]+\.webp$/.exec(address)?.[0]
    if (path === undefined) return undefined
    // The time of the catalog does not matter, because it only changes dates.
    this.#index ??= createPictureIndex(createCatalog(DEMO_SEED, 0))
    const spec = this.#index.get(path)
    if (spec === undefined) return undefined
    if (when === 'when idle') {
      await this.#lull()
      // Idle requests are made once, to embed the picture, so their result is not kept in memory.
      return this.#make(spec, nearestWidth(width))
    }
    const picture = this.#remember(`${path} ${nearestWidth(width)}`, () => this.#make(spec, nearestWidth(width)))
    this.#await(picture)
    return picture
  }

  #await(picture: Promise<DemoPicture>): void {
    this.#awaited.add(picture)
    const done = () => this.#awaited.delete(picture)
    picture.then(done, done)
  }

  async #lull(): Promise<void> {
    while (this.#awaited.size > 0) await Promise.allSettled(this.#awaited)
  }

  /** Caches the promise, so that concurrent requests share one drawing. */
  #remember(key: string, make: () => Promise<DemoPicture>): Promise<DemoPicture> {
    const known = this.#kept.get(key)
    if (known) return known
    const picture = make()
    this.#kept.set(key, picture)
    picture.catch(() => this.#kept.delete(key))
    return picture
  }

  async #make(spec: PictureSpec, width: number): Promise<DemoPicture> {
    const svg = drawPicture(spec, width)
    const hash = createHash('sha256').update(`${QUALITY} ${svg}`).digest('hex').slice(0, 24)
    const file = join(this.#tools.folder, `${hash}.webp`)
    const stored = await readFile(file).catch(() => undefined)
    if (stored) return { bytes: stored, etag: `"${hash}"` }
    const bytes = await this.#tools.svgToWebp(svg, { quality: QUALITY })
    await this.#store(file, bytes)
    return { bytes, etag: `"${hash}"` }
  }

  async #store(file: string, bytes: Uint8Array): Promise<void> {
    try {
      await mkdir(this.#tools.folder, { recursive: true })
      const draft = `${file}.${process.pid}.tmp`
      await writeFile(draft, bytes)
      await rename(draft, file)
    } catch {
      // The file is only a cache: the picture is shown even if the disk is full.
    }
  }
}

function nearestWidth(width: number): number {
  return PICTURE_WIDTHS.find((one) => one >= width) ?? 800
}
