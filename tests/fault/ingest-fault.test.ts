import { describe, expect, it } from 'vitest'
import { seededRandom } from '../fuzz/mutate.ts'
import { runFaults } from './fault-run.ts'

describe('a server that is killed', () => {
  it('has every acknowledged event exactly once, and figures that equal a recount', async () => {
    const plan = {
      kills: 3,
      lifeMs: 600,
      connections: 16,
      diskFull: false,
      clockJump: true,
      folderFaults: false,
      random: seededRandom(3),
      say: () => {},
    }
    const found = await runFaults(plan)
    expect(found).toMatchObject({ lost: 0, repeated: 0, miscounted: [], rebuildEqual: true })
    expect(found.acknowledged).toBeGreaterThan(50)
    expect(found.logged).toBeGreaterThanOrEqual(found.acknowledged)
  }, 300_000)
})
