/**
 * Which ids are one person, and who may read what.
 *
 *   visitor ── client                  seen together: one device, whatever the number of ids it has had
 *   device  ── login ── customer       a customer on a device; the facts of that time are kept under the login
 *   device  ── claim ── customer       the same, on the word of a browser alone
 *
 * A device with one customer is that customer's; with several it is shared and nobody's. A customer is never merged with another.
 * The answers depend on the set of links alone, not on the order they came in.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { Subject } from './derived-store.ts'

/** An id linked to more than this many others is a constant some client sends for everybody, and links nobody. */
const MAX_LINKS = 20
/** Bounds the walk however ids are chained; also the devices of one customer. */
const MAX_SUBJECTS = 200

/** A visit's events all carry the same ids: links just seen are not looked up again. */
const REMEMBERED_LINKS = 30_000

/** All anonymous ids reachable from one another, and who was on the device. */
interface Device {
  ids: Set<Subject>
  logins: Set<Subject>
  customers: Set<Subject>
  /** Those of the customers that are not known by a claim alone. */
  verified: Set<Subject>
}

/** `shared`: links are added elsewhere too, and nothing may be remembered. */
export function linkTables(db: DatabaseSync, shared = false) {
  const insert = db.prepare('INSERT OR IGNORE INTO links (shop, a, b) VALUES (?, ?, ?)')
  const select = db.prepare('SELECT b FROM links WHERE shop = ? AND a = ? ORDER BY b LIMIT ?')

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
    // A customer may well have many devices.
    const most = isCustomer(subject) ? MAX_SUBJECTS : MAX_LINKS
    const rows = select.all(shop, subject, most + 1) as { b: string }[]
    return rows.length > most && !isCustomer(subject) ? [] : rows.map((row) => row.b)
  }

  function deviceOf(shop: number, start: readonly Subject[]): Device {
    const device: Device = { ids: new Set(start), logins: new Set(), customers: new Set(), verified: new Set() }
    for (const id of device.ids) {
      for (const next of neighbours(shop, id)) {
        if (isLogin(next)) addLogin(shop, device, next)
        else if (!isCustomer(next) && device.ids.size < MAX_SUBJECTS) device.ids.add(next)
      }
    }
    return device
  }

  function addLogin(shop: number, { logins, customers, verified }: Device, login: Subject): void {
    logins.add(login)
    for (const customer of neighbours(shop, login)) {
      if (!isCustomer(customer)) continue
      customers.add(customer)
      if (!isClaim(login)) verified.add(customer)
    }
  }

  /** The customer, their logins, and the devices `accept` agrees to with all that was done there. */
  function customerAndDevices(shop: number, customer: Subject, accept: (device: Device) => boolean): Set<Subject> {
    const all = new Set([customer])
    for (const login of neighbours(shop, customer)) {
      all.add(login)
      for (const id of neighbours(shop, login)) {
        if (isCustomer(id) || all.has(id) || all.size >= MAX_SUBJECTS) continue
        const device = deviceOf(shop, [id])
        if (accept(device)) addAll(all, [...device.ids, ...device.logins])
      }
    }
    return all
  }

  /** What was done on the device, unless it is shared, and by its owners anywhere. */
  function joined(shop: number, device: Device, owners: Iterable<Subject>): Subject[] {
    const all = new Set(device.ids)
    if (device.customers.size <= 1) addAll(all, device.logins)
    for (const owner of owners) addAll(all, customerAndDevices(shop, owner, isOfOne))
    return [...all].sort()
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

    /** All subjects of the person these belong to, claims included: for what nobody but the merchant reads. */
    person(shop: number, subjects: readonly Subject[]): Subject[] {
      const { customers, device } = split(subjects, (ids) => deviceOf(shop, ids))
      return joined(shop, device, customers.length > 0 ? customers : isOfOne(device) ? device.customers : [])
    },

    /** As `person`, for whoever presents these ids: a device leads to its customer only where that was verified. */
    readable(shop: number, subjects: readonly Subject[]): Subject[] {
      const { customers, device } = split(subjects, (ids) => deviceOf(shop, ids))
      const isTheirs = isOfOne(device) && device.verified.size === 1
      return joined(shop, device, customers.length > 0 ? customers : isTheirs ? device.verified : [])
    },

    /** What these ids did themselves: a device with every login on it, a customer with the devices that are theirs alone. */
    own(shop: number, subjects: readonly Subject[]): Subject[] {
      const { customers, device } = split(subjects, (ids) => deviceOf(shop, ids))
      const all = new Set([...device.ids, ...device.logins])
      for (const customer of customers) for (const one of customerAndDevices(shop, customer, isOfOne)) all.add(one)
      return [...all].sort()
    },

    /** Everybody whose person may change when something happens to this subject: a superset, for finding what to look at again. */
    around(shop: number, subject: Subject): Set<Subject> {
      const start = isLogin(subject) ? neighbours(shop, subject) : [subject]
      const { customers, device } = split(start, (ids) => deviceOf(shop, ids))
      const all = new Set([subject, ...device.ids, ...device.logins])
      for (const customer of new Set([...customers, ...device.customers])) {
        for (const one of customerAndDevices(shop, customer, () => true)) all.add(one)
      }
      return all
    },
  }
}

function split(subjects: readonly Subject[], deviceOf: (ids: readonly Subject[]) => Device) {
  const customers = subjects.filter(isCustomer)
  return { customers, device: deviceOf(subjects.filter((subject) => !isCustomer(subject) && !isLogin(subject))) }
}

function isOfOne({ customers }: Device): boolean {
  return customers.size === 1
}

function isCustomer(subject: Subject): boolean {
  return subject.startsWith('customer:')
}

function isLogin(subject: Subject): boolean {
  return subject.startsWith('login:') || isClaim(subject)
}

function isClaim(subject: Subject): boolean {
  return subject.startsWith('claim:')
}

function addAll<T>(set: Set<T>, members: Iterable<T>): void {
  for (const member of members) set.add(member)
}
