/** bench/results/mutation.md: the recorded runs for people, with every survivor and its reason. */
import type { Run } from './report.ts'

const INTRODUCTION = `# Mutation score

\`npm run mutate\` makes one small mistake at a time in the code of an area (a sign, a comparison, a constant, a guard) and asks whether a
test notices. The mistakes are a sample: the same seed draws the same ones of the same code. This page is written by
\`npm run mutate -- --write\`; how a mutant is judged stands in docs/decisions/0114 and 0172.

- **First try**: the share that was noticed before any test was written for what survived.
- **Killed**: the share that is noticed now, and the 95 % interval for all mutants of the area.
- **No end**: those of the killed that no assertion noticed, but that never came to an end (60 s of processor time).`

export function resultsPage(runs: readonly Run[]): string {
  const rows = runs.map(tableRow)
  const table = [
    '| Area | Seed | Mutants tried | First try | Killed | Interval | No end | Command |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |',
    ...rows,
  ]
  return `${[INTRODUCTION, table.join('\n'), ...runs.map(survivorsOf)].join('\n\n')}\n`
}

function tableRow({ area, seed, sampled, killed, share, firstShare, interval95, timedOut, command }: Run): string {
  const [low, high] = interval95.map(percent)
  const cells = [area, seed, sampled, percent(firstShare), `${killed} (${percent(share)})`, `${low}–${high}`]
  return `| ${[...cells, timedOut.length, `\`${command}\``].join(' | ')} |`
}

function survivorsOf({ area, seed, survivors }: Run): string {
  const lines = survivors.map(({ mutant, code, reason }) => `- \`${mutant}\` in \`${code}\`: ${reason}`)
  return [`## Survivors of ${area}, seed ${seed}`, lines.length === 0 ? 'None.' : lines.join('\n')].join('\n\n')
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
