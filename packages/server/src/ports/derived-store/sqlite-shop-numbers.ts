/** Numbers that stand for shop names in the rows. */
import type { DatabaseSync } from 'node:sqlite'
import type { ShopId } from '../record-store/record-store.ts'

export class SqliteShopNumbers {
  readonly #db: DatabaseSync
  readonly #known = new Map<ShopId, number>()
  /** True if another thread writes to the file, so that shops appear and disappear without notice. */
  readonly #shared: boolean

  constructor(db: DatabaseSync, shared: boolean) {
    this.#db = db
    this.#shared = shared
    for (const row of db.prepare('SELECT number, name FROM shops').all()) {
      this.#known.set(row.name as string, row.number as number)
    }
  }

  /** Returns undefined if nothing was written for the shop. */
  written(shop: ShopId): number | undefined {
    return this.#known.get(shop)
  }

  /**
   * Returns the shop's number, or makes one; not within a transaction, whose rollback would remove it from the table
   * but not from memory.
   */
  make(shop: ShopId): number {
    const known = this.#known.get(shop)
    if (known !== undefined) return known
    this.#db.prepare('INSERT OR IGNORE INTO shops (name, offset, newest_at) VALUES (?, 0, 0)').run(shop)
    const { number } = this.#db.prepare('SELECT number FROM shops WHERE name = ?').get(shop) as { number: number }
    this.#known.set(shop, number)
    return number
  }

  read<T>(shop: ShopId, unknown: NoInfer<Awaited<T>>, read: (number: number) => T): T | Awaited<T> {
    const number = this.#shared ? this.#find(shop) : this.#known.get(shop)
    return number === undefined ? unknown : read(number)
  }

  forget(shop: ShopId): void {
    this.#known.delete(shop)
  }

  standing(shop: ShopId): { offset: number; newestAt: number } {
    const row = this.#db.prepare('SELECT offset, newest_at AS newestAt FROM shops WHERE name = ?').get(shop)
    return (row as { offset: number; newestAt: number } | undefined) ?? { offset: 0, newestAt: 0 }
  }

  #find(shop: ShopId): number | undefined {
    const row = this.#db.prepare('SELECT number FROM shops WHERE name = ?').get(shop)
    return (row as { number: number } | undefined)?.number
  }
}
