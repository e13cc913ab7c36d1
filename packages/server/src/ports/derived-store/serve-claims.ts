/**
 * Decides whose answer a serve was. An answer may name nobody, or its shopper by another kind of id than a later click:
 * then it belongs to the first shopper who claims it. Otherwise one answer would vouch for as many shoppers as somebody
 * invents.
 */
import type { Subject } from './derived-facts.ts'
import type { StoredServe } from './derived-records.ts'

export interface ServeClaim {
  /** Any id of the answer; all serves with this id are claimed. */
  id: string
  subject: Subject
}

export function isNamed(serve: StoredServe, subject: Subject): boolean {
  return serve.subjects.includes(subject) || (serve.claimants?.includes(subject) ?? false)
}

/** Returns the serve with the shopper, or undefined if it already names one by that kind of id. */
export function claimed(serve: StoredServe, subject: Subject): StoredServe | undefined {
  const { subjects, claimants = [] } = serve
  const kind = kindOf(subject)
  const isTaken = [...subjects, ...claimants].some((one) => kindOf(one) === kind)
  return isTaken ? undefined : { ...serve, claimants: [...claimants, subject] }
}

/**
 * The entry under which a claimed serve is found to be erased. It differs from the shopper's own entries: what was served
 * to somebody must not depend on later claims, or else days that are counted again would differ from the first count.
 */
export function claimEntry(subject: Subject): Subject {
  return `claim ${subject}`
}

/** All entries of a serve, and of whoever is being erased. */
export function entriesOf({ subjects, claimants = [] }: StoredServe, erased: Subject): Set<Subject> {
  return new Set([...subjects, ...claimants.map(claimEntry), erased, claimEntry(erased)])
}

export function kindOf(subject: Subject): string {
  return subject.slice(0, subject.indexOf(':'))
}
