/** Writes bench/results/mutation.json, which keeps one run per area and seed. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './find-mutants.ts'
import { NO_REASON, reasonFor } from './reasons.ts'
import { resultsPage } from './results-page.ts'

export interface Verdict {
  readonly mutant: Mutant
  /** The mutated line. */
  readonly code: string
  readonly noticedBy: string | undefined
  /** True if the test never ended instead of failing. */
  readonly isTimeout: boolean
}

export interface Run {
  readonly area: string
  readonly seed: number
  readonly command: string
  /** Mutants of the area; `sampled` of them were tried. */
  readonly mutants: number
  readonly sampled: number
  /** Includes mutants that timed out. */
  readonly killed: number
  readonly timedOut: readonly string[]
  readonly share: number
  /** The share before tests were added for survivors. */
  readonly firstShare: number
  /** Wilson's 95 % interval for the share of all mutants. */
  readonly interval95: readonly [number, number]
  /** What was known of the sample when it was drawn. */
  readonly note?: string
  readonly survivors: readonly { readonly mutant: string; readonly code: string; readonly reason: string }[]
}

export function summarize(run: Pick<Run, 'area' | 'seed' | 'command' | 'mutants'>, verdicts: readonly Verdict[]): Run {
  const killed = verdicts.filter(({ noticedBy }) => noticedBy !== undefined).length
  const survivors = verdicts
    .filter(({ noticedBy }) => noticedBy === undefined)
    .map(({ mutant, code }) => ({ mutant: describeMutant(mutant), code, reason: reasonFor(mutant, code) }))
  const timedOut = verdicts.filter(({ isTimeout }) => isTimeout).map(({ mutant }) => describeMutant(mutant))
  const sampled = verdicts.length
  const share = rounded(killed / sampled)
  return { ...run, sampled, killed, timedOut, share, firstShare: share, interval95: wilson(killed, sampled), survivors }
}

export function describeMutant({ file, line, from, to }: Mutant): string {
  return `${file}:${line} ${from} → ${to}`
}

export function describeRun({ area, seed, sampled, killed, timedOut, share, interval95, mutants }: Run): string {
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`
  const [low, high] = interval95.map(percent)
  const score = `${killed} of ${sampled} killed, ${timedOut.length} of them without an end`
  return `${area}, seed ${seed}: ${score} (${percent(share)}; of all ${mutants}: ${low} to ${high})`
}

export function readRuns(root: string): Run[] {
  const path = join(root, RESULTS)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).runs : []
}

/** Killed mutants stay killed, and lines that no longer exist are left out. */
export function amendRun(before: Run, verdicts: readonly Verdict[]): Run {
  const again = summarize(before, verdicts)
  const killed = before.killed + again.killed
  const sampled = before.killed + verdicts.length
  const { survivors } = again
  const timedOut = [...before.timedOut, ...again.timedOut]
  return {
    ...before,
    sampled,
    killed,
    timedOut,
    share: rounded(killed / sampled),
    interval95: wilson(killed, sampled),
    survivors,
  }
}

const RESULTS = 'bench/results/mutation.json'
const PAGE = 'bench/results/mutation.md'

/** Replaces runs of the same area and seed. */
export function writeRuns(root: string, runs: readonly Run[]): void {
  const others = readRuns(root).filter((old) => !runs.some((run) => run.area === old.area && run.seed === old.seed))
  const all = [...others, ...runs].map(withReasons).sort((a, b) => a.area.localeCompare(b.area) || a.seed - b.seed)
  writeFileSync(join(root, RESULTS), `${JSON.stringify({ runs: all }, null, 2)}\n`)
  writeFileSync(join(root, PAGE), resultsPage(all))
}

/** Adds the current reasons, most of which are found after the run. */
function withReasons(run: Run): Run {
  const survivors = run.survivors.map((one) => {
    const [file, to] = [
      one.mutant.slice(0, one.mutant.indexOf(':')),
      one.mutant.slice(one.mutant.lastIndexOf(' → ') + 3),
    ]
    const reason = reasonFor({ file, to }, one.code)
    return reason === NO_REASON ? one : { ...one, reason }
  })
  return { ...run, survivors }
}

const rounded = (value: number) => Number(value.toFixed(3))

export function wilson(killed: number, sampled: number): [number, number] {
  const z = 1.96
  const share = killed / sampled
  const middle = share + (z * z) / (2 * sampled)
  const half = z * Math.sqrt((share * (1 - share)) / sampled + (z * z) / (4 * sampled * sampled))
  const scale = 1 + (z * z) / sampled
  return [rounded((middle - half) / scale), rounded((middle + half) / scale)]
}
