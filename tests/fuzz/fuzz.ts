/**
 * `npm run fuzz -- [--cases 100000] [--seed 1] [ndjson csv configuration webhooks forms]`: many broken bodies against the parts
 * that read them. Prints a line for each kind; ends with 1 where a case failed.
 */
import { parseArgs } from 'node:util'
import { startHarness } from '../conformance/harness.ts'
import { runFuzz } from './run-fuzz.ts'
import { fuzzConfiguration, fuzzCsv, fuzzForms, fuzzNdjson, fuzzWebhooks } from './targets.ts'

const { values, positionals } = parseArgs({
  options: { cases: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const harness = await startHarness({ VITRINE_RATE_LIMIT: '1000000000', VITRINE_ADDRESS_RATE_LIMIT: '1000000000' })
const targets = {
  ndjson: fuzzNdjson,
  csv: fuzzCsv,
  configuration: fuzzConfiguration,
  webhooks: () => fuzzWebhooks(harness),
  forms: () => fuzzForms(harness),
}
for (const [name, open] of Object.entries(targets)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const target = await open()
  const { cases, answers, failures } = await runFuzz(target, Number(values.cases), Number(values.seed))
  await target.close()
  console.log(`${name}: ${cases} cases, ${JSON.stringify(answers)}`)
  for (const failure of failures) console.error(failure)
  if (failures.length > 0) process.exitCode = 1
}
await harness.close()
