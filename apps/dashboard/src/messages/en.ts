import common from './en/common.json' with { type: 'json' }
import health from './en/health.json' with { type: 'json' }
import merchandising from './en/merchandising.json' with { type: 'json' }
import reports from './en/reports.json' with { type: 'json' }
import rules from './en/rules.json' with { type: 'json' }
import setup from './en/setup.json' with { type: 'json' }

/** English is the reference for other languages. `{name}` stands for a value; `.one` and `.many` are singular and plural. */
export const en = { ...common, ...health, ...merchandising, ...reports, ...rules, ...setup }
