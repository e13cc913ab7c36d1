import type { Command } from 'commander'

export interface CompletionLevel {
  /** The commands so far: `''`, `'shops'`, `'shops list'`. */
  path: string
  /** Words that may follow. */
  words: string[]
}

/** Every command with its subcommands, options and fixed arguments. */
export function completionWords(command: Command, path = ''): CompletionLevel[] {
  const options = command.options.map(({ long }) => long).filter((long) => long !== undefined)
  const fixed = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
  const names = command.commands.map((one) => one.name())
  const below = command.commands.flatMap((one) => completionWords(one, `${path} ${one.name()}`.trim()))
  return [{ path, words: [...names, ...fixed, ...options, '--help'] }, ...below]
}
