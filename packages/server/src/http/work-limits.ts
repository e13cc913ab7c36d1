/** How much of each kind of work goes on at a time. One caller gets half of the slots at most (see admission.ts). */
import { availableParallelism } from 'node:os'
import type { WorkKind } from '../features/work-ledger.ts'
import type { AdmissionLimits } from './admission.ts'

const SHOPPERS: AdmissionLimits = {
  slots: 16,
  waiting: 1000,
  patienceMs: 500,
  overloadedPatienceMs: 50,
  sliceMs: 8,
}

/** Merchants rather wait. */
const MERCHANTS: AdmissionLimits = { ...SHOPPERS, slots: 48, patienceMs: 30_000, overloadedPatienceMs: 10_000 }

export const WORK_LIMITS: Readonly<Record<WorkKind, AdmissionLimits>> = {
  light: { ...SHOPPERS, slots: 2000, waiting: 0, sliceMs: Number.POSITIVE_INFINITY },
  search: SHOPPERS,
  'expensive-search': SHOPPERS,
  // They are decoded on cores that others use too, and hold up to 134 MB each meanwhile.
  pictures: {
    ...SHOPPERS,
    slots: Math.min(4, Math.max(2, availableParallelism())),
    waiting: 100,
    patienceMs: 2000,
    overloadedPatienceMs: 200,
  },
  outside: { ...SHOPPERS, waiting: 100 },
  // A file takes as long as it takes to come in.
  imports: { ...MERCHANTS, slots: 32, waiting: 100 },
  admin: MERCHANTS,
}
