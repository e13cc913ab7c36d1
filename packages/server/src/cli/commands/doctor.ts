import { Command } from 'commander'
import { runChecks } from '../doctor-checks.ts'

export function doctorCommand(): Command {
  return new Command('doctor').description('check settings, disk and versions, and say what to do').action(async () => {
    const findings = await runChecks(process.env)
    for (const { state, text, advice } of findings) {
      console.log(`${MARKS[state]} ${text}`)
      if (advice) console.log(`     → ${advice}`)
    }
    if (findings.some((finding) => finding.state === 'bad')) process.exitCode = 1
  })
}

const MARKS = { good: 'ok  ', warn: 'warn', bad: 'BAD ' }
