/**
 * Which ids are one person.
 *
 *   visitor ── client        seen together: one device, whatever the number of ids it has had
 *   device  ── customer      a device with one customer is that customer's; with several it is shared and nobody's
 *
 * A customer is never merged with another. The answer depends on the set of links alone, not on the order they came in.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { Subject } from './derived-store.ts'

/** An id linked to more than this many others is a constant some client sends for everybody, and links nobody. */
const MAX_LINKS = 20
/** Bounds the walk however ids are chained. */
const MAX_SUBJECTS = 200

/** A visit's events all carry the same ids: links just seen are not looked up again. */
const REMEMBERED_LINKS = 30_000

/** `shared`: links are added elsewhere too, and nothing may be remembered. */
export function linkTables(db: DatabaseSync, shared = false) {
  const insert = db.prepare('INSERT OR IGNORE INTO links (shop, a, b) VALUES (?, ?, ?)')
  const select = db.prepare(`SELECT b FROM links WHERE shop = ? AND a = ? ORDER BY b LIMIT ${MAX_LINKS + 1}`)

  /** Asked for again and again while a shopper's visit lasts. */
  const around = new Map<string, readonly Subject[]>()

  function neighbours(shop: number, subject: Subject): readonly Subject[] {
    const identity = `${shop}\n${subject}`
    const found = around.get(identity) ?? readNeighbours(shop, subject)
    if (shared) return found
    if (around.size >= REMEMBERED_LINKS) around.clear()
    around.set(identity, found)
    return found
  }

  function readNeighbours(shop: number, subject: Subject): Subject[] {
    const rows = select.all(shop, subject) as { b: string }[]
    // A customer may well have many devices.
    return rows.length > MAX_LINKS && !isCustomer(subject) ? [] : rows.map((row) => row.b)
  }

  /** The device of an anonymous id: all anonymous ids reachable over anonymous ids, and the customers seen on it. */
  function device(shop: number, start: readonly Subject[]): { ids: Set<Subject>; customers: Set<Subject> } {
    const ids = new Set(start)
    const customers = new Set<Subject>()
    for (const id of ids) {
      for (const next of neighbours(shop, id)) {
        if (isCustomer(next)) customers.add(next)
        else if (ids.size < MAX_SUBJECTS) ids.add(next)
      }
    }
    return { ids, customers }
  }

  function devicesOf(shop: number, customer: Subject, accept: (customers: Set<Subject>) => boolean): Set<Subject> {
    const all = new Set<Subject>()
    for (const id of neighbours(shop, customer)) {
      if (all.has(id) || all.size >= MAX_SUBJECTS) continue
      const { ids, customers } = device(shop, [id])
      if (accept(customers)) for (const one of ids) all.add(one)
    }
    return all
  }

  const known = new Set<string>()

  return {
    /** Answers whether the link was new. */
    add(shop: number, a: Subject, b: Subject): boolean {
      const identity = `${shop}\n${a}\n${b}`
      if (known.has(identity)) return false
      if (known.size >= REMEMBERED_LINKS) known.clear()
      known.add(identity)
      const added = insert.run(shop, a, b).changes > 0
      if (added) insert.run(shop, b, a)
      around.delete(`${shop}\n${a}`)
      around.delete(`${shop}\n${b}`)
      return added
    },

    /** After links were removed or rolled back. */
    forget(): void {
      known.clear()
      around.clear()
    },

    /** All subjects of the person these belong to. */
    person(shop: number, subjects: readonly Subject[]): Subject[] {
      const named = subjects.filter(isCustomer)
      const { ids, customers } = device(
        shop,
        subjects.filter((subject) => !isCustomer(subject)),
      )
      const owners = named.length > 0 ? named : customers.size === 1 ? [...customers] : []
      const all = new Set([...ids, ...owners])
      for (const owner of owners) {
        for (const id of devicesOf(shop, owner, (seen) => seen.size === 1)) all.add(id)
      }
      return [...all].sort()
    },

    /** Everybody whose person may change when something happens to this subject: a superset, for finding what to look at again. */
    around(shop: number, subject: Subject): Set<Subject> {
      const { ids, customers } = isCustomer(subject)
        ? { ids: new Set<Subject>(), customers: new Set([subject]) }
        : device(shop, [subject])
      const all = new Set([...ids, ...customers])
      for (const customer of customers) {
        for (const id of devicesOf(shop, customer, () => true)) all.add(id)
      }
      return all
    },
  }
}

function isCustomer(subject: Subject): boolean {
  return subject.startsWith('customer:')
}
