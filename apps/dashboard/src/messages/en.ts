import { common } from './en/common.ts'
import { health } from './en/health.ts'
import { merchandising } from './en/merchandising.ts'
import { reports } from './en/reports.ts'
import { rules } from './en/rules.ts'
import { setup } from './en/setup.ts'

/**
 * English is the reference for every other language. `{name}` is replaced by a value; `.one` and `.many` are the
 * singular and plural of a message.
 */
export const en = { ...common, ...health, ...merchandising, ...reports, ...rules, ...setup }
