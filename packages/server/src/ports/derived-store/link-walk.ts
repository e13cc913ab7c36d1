/**
 * Decides which ids are one person, and which history an id may read, for any store of links.
 *
 * visitor ── client                  seen together: one device, which may have any number of ids
 * device  ── login ── customer       a customer on a device; facts from the time of the login are stored under it
 * device  ── claim ── customer       the same, but a browser only claims it
 *
 * A device with one customer belongs to that customer; with several it is shared and belongs to nobody. A customer is
 * never merged with another. The results depend on the set of links alone, not on the order in which they arrived.
 */
import type { Subject } from './derived-facts.ts'

/** An id with more links is one that some client sends for everybody, so its links are ignored. */
const MAX_LINKS = 20
/** For a walk, and for the links of one customer. */
const MAX_SUBJECTS = 200

/** Anonymous ids that are linked with each other, and the customers who used the device. */
interface Device {
  ids: Set<Subject>
  logins: Set<Subject>
  customers: Set<Subject>
  /** By a verified login, not by a claim alone. */
  verified: Set<Subject>
}

export type LinkWalk = ReturnType<typeof linkWalk>

/** `neighbours` returns the ids linked with an id, limited by `countedLinks`. */
export function linkWalk(neighbours: (subject: Subject) => readonly Subject[]) {
  function deviceOf(start: readonly Subject[]): Device {
    const device: Device = { ids: new Set(start), logins: new Set(), customers: new Set(), verified: new Set() }
    for (const id of device.ids) {
      for (const next of neighbours(id)) {
        if (isLogin(next)) addLogin(device, next)
        else if (!isCustomer(next) && device.ids.size < MAX_SUBJECTS) device.ids.add(next)
      }
    }
    return device
  }

  function addLogin({ logins, customers, verified }: Device, login: Subject): void {
    logins.add(login)
    for (const customer of neighbours(login)) {
      if (!isCustomer(customer)) continue
      customers.add(customer)
      if (!isClaim(login)) verified.add(customer)
    }
  }

  /** Returns the customer, their logins, and the ids and logins of the devices that `accept` allows. */
  function customerAndDevices(customer: Subject, accept: (device: Device) => boolean): Set<Subject> {
    const all = new Set([customer])
    for (const login of neighbours(customer)) {
      all.add(login)
      for (const id of neighbours(login)) {
        if (isCustomer(id) || all.has(id) || all.size >= MAX_SUBJECTS) continue
        const device = deviceOf([id])
        if (accept(device)) addAll(all, [...device.ids, ...device.logins])
      }
    }
    return all
  }

  /** Includes logins, unless the device is shared, and the devices of its owners. */
  function joined(device: Device, owners: Iterable<Subject>): Subject[] {
    const all = new Set(device.ids)
    if (device.customers.size <= 1) addAll(all, device.logins)
    for (const owner of owners) addAll(all, customerAndDevices(owner, isOfOne))
    return [...all].sort()
  }

  return {
    /** Includes unverified claims, so only merchants may see this data. */
    person(subjects: readonly Subject[]): Subject[] {
      const { customers, device } = split(subjects, (ids) => deviceOf(ids))
      return joined(device, customers.length > 0 ? customers : isOfOne(device) ? device.customers : [])
    },

    /** A caller with the id of a device reads the customer's data only after a verified login. */
    readable(subjects: readonly Subject[]): Subject[] {
      const { customers, device } = split(subjects, (ids) => deviceOf(ids))
      const isTheirs = isOfOne(device) && device.verified.size === 1
      return joined(device, customers.length > 0 ? customers : isTheirs ? device.verified : [])
    },

    /** See `DerivedStore.ownSubjects`. */
    own(subjects: readonly Subject[]): Subject[] {
      const { customers, device } = split(subjects, (ids) => deviceOf(ids))
      const all = new Set([...device.ids, ...device.logins])
      for (const customer of customers) for (const one of customerAndDevices(customer, isOfOne)) all.add(one)
      return [...all].sort()
    },

    /** Returns all subjects whose person may change with this one, and possibly more, to attribute them again. */
    around(subject: Subject): Set<Subject> {
      const start = isLogin(subject) ? neighbours(subject) : [subject]
      const { customers, device } = split(start, (ids) => deviceOf(ids))
      const all = new Set([subject, ...device.ids, ...device.logins])
      for (const customer of new Set([...customers, ...device.customers])) {
        for (const one of customerAndDevices(customer, () => true)) all.add(one)
      }
      return all
    },
  }
}

/** Callers read one more link than this, to detect an excess. */
export function maxLinks(subject: Subject): number {
  // A customer may have many devices.
  return isCustomer(subject) ? MAX_SUBJECTS : MAX_LINKS
}

/** Returns none if an id has too many links. `found` has at most one more than `maxLinks`. */
export function countedLinks(subject: Subject, found: readonly Subject[]): readonly Subject[] {
  return found.length > maxLinks(subject) && !isCustomer(subject) ? [] : found
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
