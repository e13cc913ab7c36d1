import { Command } from 'commander'
import { type OutputOptions, print, withJson } from '../output.ts'

export function doctorCommand(): Command {
  return withJson(new Command('doctor'))
    .description('check settings, disk, versions and data, and say what to do; also while the server runs')
    .option('--full', 'read everything: every event, product and page, held against checksums')
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
