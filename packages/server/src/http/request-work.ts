/** The share of the server that one request gets: its places among those of its kind, at the cost of its account. */
import type { FastifyRequest } from 'fastify'
import type { WorkKind, WorkLedger } from '../features/work-ledger.ts'
import { type Bounds, callerOf } from './bounds.ts'

export function requestWork({ work: admissions }: Bounds, request: FastifyRequest): WorkLedger {
  const caller = callerOf(request)
  let current: WorkKind = 'light'
  // Whoever asks for more than it seems is served after others from then on.
  request.onSettled = (units) => admissions[current].correct(caller, units)
  return {
    async admit(kind, cost, work) {
      request.account?.take(cost)
      current = kind
      return admissions[kind].run(caller, cost, work)
    },
    charge(units) {
      if (units === 0) return
      request.account?.correct(units)
      admissions[current].correct(caller, units)
    },
  }
}
