/**
 * Which ids are one person, and who may read what, over whatever holds the links.
 *
 *   visitor ── client                  seen together: one device, whatever the number of ids it has had
 *   device  ── login ── customer       a customer on a device; the facts of that time are kept under the login
 *   device  ── claim ── customer       the same, on the word of a browser alone
 *
 * A device with one customer is that customer's; with several it is shared and nobody's. A customer is never merged with another.
 * The answers depend on the set of links alone, not on the order they came in.
 */
import type { Subject } from './derived-facts.ts'

/** An id linked to more than this many others is a constant some client sends for everybody, and links nobody. */
const MAX_LINKS = 20
/** Bounds the walk however ids are chained; also the devices of one customer. */
const MAX_SUBJECTS = 200

/** All anonymous ids reachable from one another, and who was on the device. */
interface Device {
  ids: Set<Subject>
  logins: Set<Subject>
  customers: Set<Subject>
  /** Those of the customers that are not known by a claim alone. */
  verified: Set<Subject>
}

export type LinkWalk = ReturnType<typeof linkWalk>

/** `neighbours`: what an id was seen with, in order, as `countedLinks` leaves them. */
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

  /** The customer, their logins, and the devices `accept` agrees to with all that was done there. */
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

  /** Subjects of what was done on the device, unless it is shared, and by its owners anywhere. */
  function joined(device: Device, owners: Iterable<Subject>): Subject[] {
    const all = new Set(device.ids)
    if (device.customers.size <= 1) addAll(all, device.logins)
    for (const owner of owners) addAll(all, customerAndDevices(owner, isOfOne))
    return [...all].sort()
  }

  return {
    /** All subjects of the person these belong to, claims included: for what nobody but the merchant reads. */
    person(subjects: readonly Subject[]): Subject[] {
      const { customers, device } = split(subjects, (ids) => deviceOf(ids))
      return joined(device, customers.length > 0 ? customers : isOfOne(device) ? device.customers : [])
    },

    /** As `person`, for whoever presents these ids: a device leads to its customer only where that was verified. */
    readable(subjects: readonly Subject[]): Subject[] {
      const { customers, device } = split(subjects, (ids) => deviceOf(ids))
      const isTheirs = isOfOne(device) && device.verified.size === 1
      return joined(device, customers.length > 0 ? customers : isTheirs ? device.verified : [])
    },

    /** Subjects of what these ids did themselves: a device with every login on it, a customer with the devices that are theirs alone. */
    own(subjects: readonly Subject[]): Subject[] {
      const { customers, device } = split(subjects, (ids) => deviceOf(ids))
      const all = new Set([...device.ids, ...device.logins])
      for (const customer of customers) for (const one of customerAndDevices(customer, isOfOne)) all.add(one)
      return [...all].sort()
    },

    /** Everybody whose person may change when something happens to this subject: a superset, for finding what to look at again. */
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

/** How many links of an id are asked for: one more than count, to see that there are too many. */
export function maxLinks(subject: Subject): number {
  // A customer may well have many devices.
  return isCustomer(subject) ? MAX_SUBJECTS : MAX_LINKS
}

/** Returns the links that count; `found` holds at most one more than `maxLinks`. */
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
