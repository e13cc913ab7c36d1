import { Command } from 'commander'
import { runChecks } from '../doctor-checks.ts'

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check settings, disk, versions and data, and say what to do; also while the server runs')
    .option('--full', 'read everything: every event, product and page, held against checksums')
    .action(async ({ full = false }: { full?: boolean }) => {
      const findings = await runChecks(process.env, { full })
      for (const { state, text, advice } of findings) {
        console.log(`${MARKS[state]} ${text}`)
        if (advice) console.log(`     → ${advice}`)
      }
      if (findings.some((finding) => finding.state === 'bad')) process.exitCode = 1
    })
}

const MARKS = { good: 'ok  ', warn: 'warn', bad: 'BAD ' }
