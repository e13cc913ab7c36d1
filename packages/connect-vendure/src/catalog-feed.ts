/** Writes products to Vitrine from Vendure's job queue, so that nothing is lost while Vitrine is unreachable. */
import type { Connection } from './options.ts'
import { type ProductParts, type ProductSettings, toProduct } from './to-product.ts'
import type { ID } from './vendure.ts'

/** Reads products through Vendure's services, in the default channel. */
export interface CatalogSource {
  /** Ids in order; none at the end. */
  productIds(skip: number, take: number): Promise<ID[]>
  /** Skips products that are deleted or in no channel. */
  readProducts(ids: readonly ID[]): Promise<ProductParts[]>
}

export type FeedJob = { kind: 'products'; ids: ID[] } | { kind: 'everything' }

const PRODUCTS_A_WRITE = 50

export interface FeedReport {
  written: number
  removed: number
  /** `id: reason` for each product that Vitrine rejected. */
  refused: string[]
}

export class CatalogFeed {
  readonly #shop: Connection['shop']
  readonly #source: CatalogSource
  readonly #settings: ProductSettings

  constructor({ shop }: Connection, source: CatalogSource, settings: ProductSettings) {
    this.#shop = shop
    this.#source = source
    this.#settings = settings
  }

  async run(job: FeedJob, onProgress: (written: number) => void = () => {}): Promise<FeedReport> {
    const report: FeedReport = { written: 0, removed: 0, refused: [] }
    if (job.kind === 'products') {
      for (let at = 0; at < job.ids.length; at += PRODUCTS_A_WRITE)
        await this.#write(job.ids.slice(at, at + PRODUCTS_A_WRITE), report)
      return report
    }
    const known = new Set<string>()
    for (let skip = 0; ; skip += PRODUCTS_A_WRITE) {
      const ids = await this.#source.productIds(skip, PRODUCTS_A_WRITE)
      if (ids.length === 0) break
      await this.#write(ids, report)
      for (const id of ids) known.add(String(id))
      onProgress(report.written)
    }
    await this.#removeOthers(known, report)
    return report
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#shop.products({ limit: 1 })).products.length === 0
  }

  /** Also deletes products that Vendure no longer has or that have no variants. */
  async #write(ids: readonly ID[], report: FeedReport): Promise<void> {
    const found = await this.#source.readProducts(ids)
    const products = found
      .filter(({ variants }) => variants.length > 0)
      .map((parts) => toProduct(parts, this.#settings))
    if (products.length > 0) {
      const { rejected } = await this.#shop.putProducts(products, { wait: true })
      report.written += products.length - rejected.length
      report.refused.push(...rejected.map(({ line, error }) => `${products[line - 1]?.id}: ${error}`))
    }
    const kept = new Set(products.map(({ id }) => String(id)))
    for (const id of ids) if (!kept.has(String(id))) await this.#remove(id, report)
  }

  async #removeOthers(known: ReadonlySet<string>, report: FeedReport): Promise<void> {
    const gone: ID[] = []
    for (let after: number | null = 0; after !== null; ) {
      const page: Awaited<ReturnType<Connection['shop']['products']>> = await this.#shop.products({ after_id: after, limit: 250 }) // biome-ignore format: one line reads better
      for (const { id, external_id } of page.products) {
        const own = external_id ?? String(id)
        if (!known.has(own)) gone.push(own)
      }
      after = page.next_after_id
    }
    for (const id of gone) await this.#remove(id, report)
  }

  async #remove(id: ID, report: FeedReport): Promise<void> {
    await this.#shop.deleteProduct(id, { wait: true })
    report.removed++
  }
}
