import common from './de/common.json' with { type: 'json' }
import health from './de/health.json' with { type: 'json' }
import merchandising from './de/merchandising.json' with { type: 'json' }
import reports from './de/reports.json' with { type: 'json' }
import rules from './de/rules.json' with { type: 'json' }
import setup from './de/setup.json' with { type: 'json' }
import type { en } from './en.ts'

export const de: Record<keyof typeof en, string> = {
  ...common,
  ...health,
  ...merchandising,
  ...reports,
  ...rules,
  ...setup,
}
