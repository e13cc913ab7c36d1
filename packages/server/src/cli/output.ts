/** Prints sentences for people or, with `--json`, one JSON document for programs. */
import type { Command } from 'commander'

export interface OutputOptions {
  json?: boolean
}

export function withJson(command: Command): Command {
  return command.option('--json', 'print JSON instead of text')
}

export function print({ json }: OutputOptions, value: unknown, lines: string | readonly string[]): void {
  if (json) console.log(JSON.stringify(value, null, 2))
  else for (const line of typeof lines === 'string' ? [lines] : lines) console.log(line)
}
