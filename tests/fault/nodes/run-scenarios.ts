/** Runs the scenarios one by one and writes bench/results/nodes-fault.json. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { erasure, ranking } from './alike-scenarios.ts'
import { Cluster, type Finding, NodeStuck, type Scenario } from './cluster.ts'
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
  /** Names of the scenarios to run; all if empty. */
  only: readonly string[]
  /** Another checkout to run, whose findings are recorded separately. */
  code: string | undefined
}

export async function runScenarios({ only, code }: ScenarioPlan): Promise<boolean> {
  const chosen = SCENARIOS.filter(({ name }) => only.length === 0 || only.includes(name))
  let isGood = true
  for (const scenario of chosen) {
    const found = await runOne(scenario, code)
    const hasHeld = typeof found === 'object' && found.faults.length === 0
    isGood &&= hasHeld
    console.log(`${scenario.name}: ${verdictOf(found)}`)
    if (typeof found === 'object') note(scenario, found, code === undefined ? 'now' : 'before')
  }
  return isGood
}

/** Returns a sentence if the scenario's conditions did not arise. Such a run proves nothing and is not recorded. */
async function runOne(scenario: Scenario, code: string | undefined): Promise<Finding | string> {
  let cluster: Cluster | undefined
  try {
    cluster = await Cluster.start(scenario, code)
    return await scenario.run(cluster)
  } catch (error) {
    const { message } = error as Error
    return error instanceof NodeStuck ? { figures: {}, faults: [message] } : message
  } finally {
    await cluster?.end()
  }
}

function verdictOf(found: Finding | string): string {
  if (typeof found === 'string') return `NO VERDICT: it could not be carried out: ${found}`
  const verdict = found.faults.length === 0 ? 'held' : `FAILED: ${found.faults.join('; ')}`
  return `${verdict} ${JSON.stringify(found.figures)}`
}

function note({ name, shows }: Scenario, found: Finding, of: 'now' | 'before'): void {
  const kept = existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Record<string, object>) : {}
  const date = new Date().toISOString().slice(0, 10)
  const scenarios = { ...kept, [name]: { ...kept[name], shows, [of]: { date, ...found } } }
  writeFileSync(RESULTS, `${JSON.stringify(scenarios, null, 1)}\n`)
}
