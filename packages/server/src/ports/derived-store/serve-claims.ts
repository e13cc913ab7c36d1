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

export function kindOf(subject: Subject): string {
  return subject.slice(0, subject.indexOf(':'))
}
