import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { ShopId } from '../record-store/record-store.ts'
import { ROWS_PER_SHOP } from './event-chunks.ts'
import type { DayIntake } from './event-log.ts'
import { addIntakeText, INTAKE_COLUMNS, intakeOfRows, rowOfIntake } from './intake-rows.ts'

export interface LogShop {
  name: ShopId
  number: number
  /** Row number of offset 0. */
  base: number
  lastOffset: number
  /** Chunks after this offset have checksums. */
  checksumsFrom: number
  /** Event ids up to this offset are in memory or flushed. */
  recalledOffset: number
  /** A new shop with the name of a deleted one has another salt, so it recognizes no events of the old shop. */
  salt: Uint32Array
}

export class LogShops {
  readonly #db: DatabaseSync
  readonly #shops = new Map<ShopId, LogShop>()
  readonly #byBase = new Map<number, LogShop>()
  /** Offsets to restore if the commit fails; undefined for a shop that this commit added. */
  readonly #before = new Map<LogShop, number | undefined>()

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#advance = db.prepare('UPDATE shops SET last_offset = ? WHERE number = ?')
    this.#addIntake = db.prepare(
      `UPDATE shops SET ${addIntakeText(
        (name) => `:${name}`,
        (name) => name,
      )} WHERE number = :number`,
    )
    const rows = db.prepare('SELECT number, shop, last_offset, sealed_offset, checksums_from, salt FROM shops').all()
    for (const row of rows) this.#keep(toShop(row as never))
  }

  readonly #advance
  readonly #addIntake

  get(name: ShopId): LogShop | undefined {
    return this.#shops.get(name)
  }

  checksumsFrom(base: number): number {
    return this.#byBase.get(base)?.checksumsFrom ?? 0
  }

  names(): ShopId[] {
    return [...this.#shops.keys()]
  }

  all(): LogShop[] {
    return [...this.#shops.values()]
  }

  /** Must be called in a transaction, like every method here that writes. */
  add(name: ShopId): LogShop {
    const salt = randomBytes(16)
    const { lastInsertRowid } = this.#db
      .prepare('INSERT INTO shops (shop, last_offset, sealed_offset, salt) VALUES (?, 0, 0, ?)')
      .run(name, salt)
    const row = {
      number: Number(lastInsertRowid),
      shop: name,
      last_offset: 0,
      sealed_offset: 0,
      checksums_from: 0,
      salt,
    }
    const shop = toShop(row)
    this.#keep(shop)
    this.#before.set(shop, undefined)
    return shop
  }

  advance(shop: LogShop, count: number): void {
    if (!this.#before.has(shop)) this.#before.set(shop, shop.lastOffset)
    shop.lastOffset += count
    shop.recalledOffset = shop.lastOffset
    this.#advance.run(shop.lastOffset, shop.number)
  }

  addIntake(shop: LogShop, day: number, intake: DayIntake): void {
    this.#addIntake.run({ day, ...rowOfIntake(intake), number: shop.number })
  }

  intakeOn(day: number): Map<ShopId, DayIntake> {
    const rows = this.#db.prepare(`SELECT shop AS name, ${INTAKE_COLUMNS} FROM shops WHERE intake_day = ?`).all(day)
    return intakeOfRows(rows as never)
  }

  /** Stores that all ids in memory were flushed. During the start, these may be fewer than in the log. */
  noteFlushed(): void {
    const note = this.#db.prepare('UPDATE shops SET sealed_offset = ? WHERE number = ?')
    for (const { number, recalledOffset } of this.#shops.values()) note.run(recalledOffset, number)
  }

  drop(name: ShopId): void {
    this.#db.prepare('DELETE FROM shops WHERE shop = ?').run(name)
  }

  /** Must be called after `drop` was committed. */
  dropped(name: ShopId): void {
    const shop = this.#shops.get(name)
    if (shop) this.#byBase.delete(shop.base)
    this.#shops.delete(name)
  }

  /** Must be called after the commit. */
  kept(): void {
    this.#before.clear()
  }

  rolledBack(): void {
    for (const [shop, lastOffset] of this.#before) {
      if (lastOffset === undefined) this.dropped(shop.name)
      else {
        shop.lastOffset = lastOffset
        shop.recalledOffset = lastOffset
      }
    }
    this.#before.clear()
  }

  #keep(shop: LogShop): void {
    this.#shops.set(shop.name, shop)
    this.#byBase.set(shop.base, shop)
  }
}

interface ShopRow {
  number: number
  shop: string
  last_offset: number
  sealed_offset: number
  checksums_from: number
  salt: Uint8Array
}

function toShop({ number, shop, last_offset, sealed_offset, checksums_from, salt }: ShopRow): LogShop {
  return {
    name: shop,
    number,
    base: number * ROWS_PER_SHOP,
    lastOffset: last_offset,
    checksumsFrom: checksums_from,
    recalledOffset: sealed_offset,
    salt: new Uint32Array(Uint8Array.from(salt).buffer),
  }
}
