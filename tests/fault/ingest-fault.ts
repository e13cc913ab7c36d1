/**
 * `npm run fault` tests one server, `-- nodes` three nodes, `-- rolling` an upgrade, `-- patroni` a database failover.
 */
import { parseArgs } from 'node:util'
import { runFaults } from './fault-run.ts'
import { runScenarios, SCENARIOS } from './nodes/run-scenarios.ts'
import { nodesFault } from './nodes-fault.ts'
import { patroniFault } from './patroni-fault.ts'
import { rollingFault } from './rolling-fault.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, code: { type: 'string' } },
})
const [kind] = positionals
if (kind === 'rolling') process.exit((await rollingFault()) ? 0 : 1)
if (kind === 'patroni') process.exit((await patroniFault()) ? 0 : 1)
const isNodes = kind === 'nodes'
const kills = Number(positionals[isNodes ? 1 : 0] ?? 20)
const only = values.only?.split(',') ?? []
if (!Number.isInteger(kills) || kills < 1 || only.some((one) => !SCENARIOS.some(({ name }) => name === one))) {
  console.error(
    `usage: npm run fault -- [KILLS, 20 where absent]
       npm run fault -- nodes [KILLS] [--only ${SCENARIOS.map(({ name }) => name).join(',')}] [--code FOLDER]
       npm run fault -- rolling|patroni
--only: these scenarios, without the kills. --code: the scenarios on the server of another checkout.`,
  )
  process.exit(2)
}
if (isNodes) {
  const isWhole = values.only === undefined && values.code === undefined
  const isSound = !isWhole || (await nodesFault(kills))
  process.exit((await runScenarios({ only, code: values.code })) && isSound ? 0 : 1)
}
const begunMs = performance.now()
const found = await runFaults({
  kills,
  lifeMs: 3000,
  connections: 64,
  diskFull: true,
  clockJump: true,
  folderFaults: true,
  random: Math.random,
  say: (line) => console.log(line),
})
console.log(JSON.stringify(found, null, 2))
const isFolderGood = found.folder.every(({ good }) => good)
const good =
  isFolderGood && found.lost === 0 && found.repeated === 0 && found.miscounted.length === 0 && found.rebuildEqual
console.log(
  good
    ? `all ${found.acknowledged} acknowledged events are there exactly once after ${kills} kills, and every number equals a recount (${Math.round((performance.now() - begunMs) / 1000)} s)`
    : 'FAILED: see above',
)
process.exitCode = good ? 0 : 1
