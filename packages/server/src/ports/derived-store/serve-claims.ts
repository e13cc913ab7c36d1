/** An answer without a shopper belongs to the first who claims it, so that it is no proof for invented shoppers. */
import type { Subject } from './derived-facts.ts'
import type { StoredServe } from './derived-records.ts'

export interface ServeClaim {
  /** All serves with this id are claimed. */
  id: string
  subject: Subject
}

export function isNamed(serve: StoredServe, subject: Subject): boolean {
  return serve.subjects.includes(subject) || (serve.claimants?.includes(subject) ?? false)
}

/** Returns undefined if the serve already has a shopper by that kind of id. */
export function claimed(serve: StoredServe, subject: Subject): StoredServe | undefined {
  const { subjects, claimants = [] } = serve
  const kind = kindOf(subject)
  const isTaken = [...subjects, ...claimants].some((one) => kindOf(one) === kind)
  return isTaken ? undefined : { ...serve, claimants: [...claimants, subject] }
}

/** Differs from the shopper's own entries, so that a claim does not change what counts as served to the shopper. */
export function claimEntry(subject: Subject): Subject {
  return `claim ${subject}`
}

export function entriesOf({ subjects, claimants = [] }: StoredServe, erased: Subject): Set<Subject> {
  return new Set([...subjects, ...claimants.map(claimEntry), erased, claimEntry(erased)])
}

export function kindOf(subject: Subject): string {
  return subject.slice(0, subject.indexOf(':'))
}
