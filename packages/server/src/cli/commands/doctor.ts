import { Command } from 'commander'
import { type OutputOptions, print, withJson } from '../output.ts'

export function doctorCommand(): Command {
  return withJson(new Command('doctor'))
    .description('check settings, disk, versions and data, and suggest fixes; works while the server runs')
    .option('--full', 'read everything: check every event, product and page against its checksum')
    .action(async ({ full = false, json }: OutputOptions & { full?: boolean }) => {
      const { runChecks } = await import('../doctor-checks.ts')
      const findings = await runChecks(process.env, { full })
      const lines = findings.flatMap(({ state, text, advice }) => [
        `${MARKS[state]} ${text}`,
        ...(advice ? [`     → ${advice}`] : []),
      ])
      print({ json }, findings, lines)
      if (findings.some((finding) => finding.state === 'bad')) process.exitCode = 1
    })
}

const MARKS = { good: 'ok  ', warn: 'warn', bad: 'BAD ' }
