import { common } from './de/common.ts'
import { health } from './de/health.ts'
import { merchandising } from './de/merchandising.ts'
import { reports } from './de/reports.ts'
import { rules } from './de/rules.ts'
import { setup } from './de/setup.ts'
import type { en } from './en.ts'

export const de: Record<keyof typeof en, string> = {
  ...common,
  ...health,
  ...merchandising,
  ...reports,
  ...rules,
  ...setup,
}
