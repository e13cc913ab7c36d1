/** `npm run fault`: 20 kills at random moments under full load, a full disk, a jumping clock, a backup under load, and data folders of which a file is missing, older or damaged. Exits with 1 when anything acknowledged is lost. */
import { runFaults } from './fault-run.ts'

const kills = Number(process.argv[2] ?? 20)
if (!Number.isInteger(kills) || kills < 1) {
  console.error('usage: npm run fault -- [KILLS, 20 where absent]')
  process.exit(2)
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
