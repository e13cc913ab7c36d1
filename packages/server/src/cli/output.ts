/** Sentences for people, or one JSON document for programs with `--json`. */
import type { Command } from 'commander'

export interface OutputOptions {
  json?: boolean
}

export function withJson(command: Command): Command {
  return command.option('--json', 'print JSON instead of text')
}

/** @param lines nothing is printed for an empty list */
export function print({ json }: OutputOptions, value: unknown, lines: string | readonly string[]): void {
  if (json) console.log(JSON.stringify(value, null, 2))
  else for (const line of typeof lines === 'string' ? [lines] : lines) console.log(line)
}
