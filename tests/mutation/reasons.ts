/** Why a surviving mutant is harmless. A line is named by its text, because its number changes. */
import type { Mutant } from './find-mutants.ts'
import { ENGINE } from './reasons/engine.ts'
import { FEATURES } from './reasons/features.ts'
import { RECOMMEND } from './reasons/recommend.ts'

export interface Reason {
  /** Relative to the area's folder. */
  readonly file: string
  readonly code: string
  readonly to: string
  readonly why: string
}

export const REASONS: Record<string, readonly Reason[]> = {
  'packages/engine/src': ENGINE,
  'packages/recommend/src': RECOMMEND,
  'packages/server/src/features': FEATURES,
}

export const NO_REASON = 'not tested'

export function reasonFor(mutant: Pick<Mutant, 'file' | 'to'>, code: string): string {
  for (const [folder, reasons] of Object.entries(REASONS)) {
    const known = reasons.find(
      ({ file, ...one }) => `${folder}/${file}` === mutant.file && one.code === code && one.to === mutant.to,
    )
    if (known) return known.why
  }
  return NO_REASON
}
