/** `npm run fault` (with `rolling`: see rolling-fault.ts; with `patroni`: patroni-fault.ts): 20 kills at random moments under full load (with `nodes`: of three nodes on one PostgreSQL, which is restarted and killed, too), a full disk, a jumping clock, a backup under load, and data folders of which a file is missing, older or damaged. Exits with 1 when anything acknowledged is lost. */
import { runFaults } from './fault-run.ts'
import { nodesFault } from './nodes-fault.ts'
import { patroniFault } from './patroni-fault.ts'
import { rollingFault } from './rolling-fault.ts'

if (process.argv[2] === 'rolling') process.exit((await rollingFault()) ? 0 : 1)
if (process.argv[2] === 'patroni') process.exit((await patroniFault()) ? 0 : 1)
const isNodes = process.argv[2] === 'nodes'
const kills = Number(process.argv[isNodes ? 3 : 2] ?? 20)
if (!Number.isInteger(kills) || kills < 1) {
  console.error('usage: npm run fault -- [nodes] [KILLS, 20 where absent], or npm run fault -- rolling|patroni')
  process.exit(2)
}
if (isNodes) process.exit((await nodesFault(kills)) ? 0 : 1)
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
