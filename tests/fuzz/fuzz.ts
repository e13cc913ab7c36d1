/** Feeds many broken bodies and hostile values to the parts that read them. Exits with 1 if a case fails. */
import { rmSync } from 'node:fs'
import { type Harness, startHarness } from '../conformance/harness.ts'
import { readArguments, refuseArguments } from '../read-arguments.ts'
import { startTestServer } from '../../packages/server/src/ports/postgres/testing/test-server.ts'
import { fuzzHostileValues } from './hostile-values.ts'
import { fuzzImport, READERS } from './import-target.ts'
import { runFuzz } from './run-fuzz.ts'
import { fuzzConfiguration, fuzzCsv, fuzzForms, fuzzNdjson, fuzzWebhooks } from './targets.ts'

const USAGE = `npm run fuzz -- [--cases 10000] [--seed 1] [KIND ...]
  --cases N  cases of each kind (default 10000)
  --seed N   another seed, other cases (default 1)
  KIND       ndjson, csv, import-csv, import-json, import-xml, import-zip, configuration, webhooks, forms, hostile,
             hostile-postgres; all of them if none is named`
const { values, positionals } = readArguments(USAGE, {
  options: { cases: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const [cases, seed] = [Number(values.cases), Number(values.seed)]
if (!(cases > 0) || !Number.isInteger(seed)) refuseArguments(USAGE, '--cases and --seed must be numbers')
const LIMITS = { VITRINE_RATE_LIMIT: '1000000000', VITRINE_ADDRESS_RATE_LIMIT: '1000000000' }
const targets = {
  ndjson: fuzzNdjson,
  csv: fuzzCsv,
  ...Object.fromEntries(Object.entries(READERS).map(([name, files]) => [`import-${name}`, () => fuzzImport(files)])),
  configuration: fuzzConfiguration,
  webhooks: async () => fuzzWebhooks(await startServer()),
  forms: async () => fuzzForms(await startServer()),
  hostile: async () => fuzzHostileValues(await startServer()),
  'hostile-postgres': () => onPostgres(fuzzHostileValues),
}
const unknown = positionals.filter((name) => !Object.hasOwn(targets, name))
if (unknown.length > 0) refuseArguments(USAGE, `there is no kind ${unknown.join(', ')}`)
let harness: Promise<Harness> | undefined
for (const [name, open] of Object.entries(targets)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const target = await open()
  const { cases: tried, answers, failures } = await runFuzz(target, cases, seed)
  // Some targets only fail here, after all cases.
  await target.close().catch((error: unknown) => failures.push(String(error)))
  console.log(`${name}: ${tried} cases, ${JSON.stringify(answers)}`)
  for (const failure of failures) console.error(failure)
  if (failures.length > 0) process.exitCode = 1
}
await (await harness)?.close()

/** Most targets need no server; the others share one. */
function startServer(): Promise<Harness> {
  harness ??= startHarness(LIMITS)
  return harness
}

async function onPostgres(open: typeof fuzzHostileValues): ReturnType<typeof fuzzHostileValues> {
  const postgres = await startTestServer()
  const shared = await startHarness({ ...LIMITS, VITRINE_STORE: postgres.url, VITRINE_SECRET: 's'.repeat(32) })
  const target = await open(shared)
  const end = async () => {
    await shared.close()
    await postgres.stop()
    rmSync(postgres.folder, { recursive: true, force: true })
  }
  return { ...target, close: () => target.close().finally(end) }
}
