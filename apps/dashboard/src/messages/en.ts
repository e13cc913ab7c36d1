import common from './en/common.json' with { type: 'json' }
import health from './en/health.json' with { type: 'json' }
import merchandising from './en/merchandising.json' with { type: 'json' }
import reports from './en/reports.json' with { type: 'json' }
import rules from './en/rules.json' with { type: 'json' }
import setup from './en/setup.json' with { type: 'json' }

/**
 * English is the reference for every other language. `{name}` is replaced by a value; `.one` and `.many` are the
 * singular and plural of a message.
 */
export const en = { ...common, ...health, ...merchandising, ...reports, ...rules, ...setup }
