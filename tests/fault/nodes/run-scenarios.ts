/**
 * Runs the scenarios of what may go wrong between nodes, one after the other, and writes the findings to
 * bench/results/nodes-fault.json.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { erasure, ranking } from './alike-scenarios.ts'
import { Cluster, type Finding, type Scenario } from './cluster.ts'
import { lockedRow, rollingUpgrade } from './lock-scenarios.ts'
import { alertRetries, clockSkew, dueDrafts } from './once-scenarios.ts'
import { goneAfterChange, lastWords, lostPlace, silence } from './store-scenarios.ts'

export const SCENARIOS: readonly Scenario[] = [
  silence,
  lockedRow,
  dueDrafts,
  alertRetries,
  lostPlace,
  goneAfterChange,
  clockSkew,
  ranking,
  erasure,
  rollingUpgrade,
  lastWords,
]

const RESULTS = new URL('../../../bench/results/nodes-fault.json', import.meta.url)

export interface ScenarioPlan {
  /** Names of scenarios; all if empty. */
  only: readonly string[]
  /** A checkout whose server is run instead of this one's; what is found is written beside. */
  code: string | undefined
}

/** Returns true if there are no findings. */
export async function runScenarios({ only, code }: ScenarioPlan): Promise<boolean> {
  const chosen = SCENARIOS.filter(({ name }) => only.length === 0 || only.includes(name))
  let isGood = true
  for (const scenario of chosen) {
    const found = await runOne(scenario, code)
    isGood &&= found.faults.length === 0
    const verdict = found.faults.length === 0 ? 'held' : `FAILED: ${found.faults.join('; ')}`
    console.log(`${scenario.name}: ${verdict} ${JSON.stringify(found.figures)}`)
    note(scenario, found, code === undefined ? 'now' : 'before')
  }
  return isGood
}

async function runOne(scenario: Scenario, code: string | undefined): Promise<Finding> {
  const cluster = await Cluster.start(scenario, code)
  try {
    return await scenario.run(cluster)
  } catch (error) {
    return { figures: {}, faults: [`it could not be carried out: ${(error as Error).message}`] }
  } finally {
    await cluster.end()
  }
}

function note({ name, shows }: Scenario, found: Finding, of: 'now' | 'before'): void {
  const kept = existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Record<string, object>) : {}
  const date = new Date().toISOString().slice(0, 10)
  const scenarios = { ...kept, [name]: { ...kept[name], shows, [of]: { date, ...found } } }
  writeFileSync(RESULTS, `${JSON.stringify(scenarios, null, 1)}\n`)
}
