import { common } from './en/common.ts'
import { merchandising } from './en/merchandising.ts'
import { reports } from './en/reports.ts'
import { rules } from './en/rules.ts'
import { setup } from './en/setup.ts'

/** English: the reference for every other language. `{name}` is filled in; `.one` and `.many` are forms of one message. */
export const en = { ...common, ...merchandising, ...reports, ...rules, ...setup }
