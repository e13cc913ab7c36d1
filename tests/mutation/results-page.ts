/** Writes bench/results/mutation.md, with every survivor and its reason. */
import type { Run } from './report.ts'

const INTRODUCTION = `# Mutation score

\`npm run mutate\` makes one small mistake at a time in the code of an area (a sign, a comparison, a constant, a guard) and asks whether a
test notices. The mistakes are a sample: the same seed draws the same ones of the same code. This page is written by
\`npm run mutate -- --write\`; how a mutant is judged stands in docs/decisions/archive/testing.md.

- **First try**: the share that was noticed before any test was written for what survived: of a sample that nobody had looked at.
- **Killed**: the share that is noticed now, and the 95 % interval for all mutants of the area. Where it is more than the first try, the
  survivors were looked at and tests written for what they stand for; the figure then says nothing of other mutants.
- **Equivalent**: survivors that change nothing that could be noticed, each with its reason below.
- **No end**: those of the killed that no assertion noticed, but that never came to an end (60 s of processor time).`

export function resultsPage(runs: readonly Run[]): string {
  const areas = [...new Set(runs.map(({ area }) => area))]
  const summary = [
    '| Area | Mutants tried | First try | Killed now | Killed now, without equivalents |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...areas.map((area) => areaRow(runs.filter((run) => run.area === area))),
  ]
  const table = [
    '| Area | Seed | Mutants tried | First try | Killed | Interval | Equivalent | No end | Drawn | Command |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |',
    ...runs.map(tableRow),
  ]
  const parts = [INTRODUCTION, 'All samples of an area together:', summary.join('\n'), 'One by one:', table.join('\n')]
  return `${[...parts, ...runs.map(survivorsOf)].join('\n\n')}\n`
}

function areaRow(runs: readonly Run[]): string {
  const sum = (read: (run: Run) => number) => runs.reduce((total, run) => total + read(run), 0)
  const [sampled, killed] = [sum((run) => run.sampled), sum((run) => run.killed)]
  const first = sum((run) => run.firstShare * run.sampled) / sampled
  const share = killed / (sampled - sum(equivalentsOf))
  return `| ${[runs[0]!.area, sampled, percent(first), percent(killed / sampled), percent(share)].join(' | ')} |`
}

function equivalentsOf({ survivors }: Run): number {
  return survivors.filter(({ reason }) => reason.startsWith('equivalent')).length
}

function tableRow(run: Run): string {
  const { area, seed, sampled, killed, share, firstShare, interval95, timedOut, command, note = '' } = run
  const [low, high] = interval95.map(percent)
  const cells = [area, seed, sampled, percent(firstShare), `${killed} (${percent(share)})`, `${low}–${high}`]
  return `| ${[...cells, equivalentsOf(run), timedOut.length, note, `\`${command}\``].join(' | ')} |`
}

function survivorsOf({ area, seed, survivors }: Run): string {
  const lines = survivors.map(({ mutant, code, reason }) => `- \`${mutant}\` in \`${code}\`: ${reason}`)
  return [`## Survivors of ${area}, seed ${seed}`, lines.length === 0 ? 'None.' : lines.join('\n')].join('\n\n')
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
