import type { Mutant } from './find-mutants.ts'

/** Mutants that no test can or should notice. The line is named by its text, which outlives its number. */
interface Reason {
  readonly file: string
  readonly code: string
  readonly to: string
  readonly why: string
}

const REASONS: readonly Reason[] = []

export function reasonFor(mutant: Mutant, code: string): string {
  const known = REASONS.find((one) => one.file === mutant.file && one.code === code && one.to === mutant.to)
  return known?.why ?? 'not tested'
}
