import { Argument, Command } from 'commander'
import { bashCompletion } from '../completion/bash.ts'
import { completionWords } from '../completion/completion-words.ts'
import { fishCompletion } from '../completion/fish.ts'
import { zshCompletion } from '../completion/zsh.ts'

const SHELLS = { bash: bashCompletion, fish: fishCompletion, zsh: zshCompletion }

export function completionCommand(): Command {
  const command = new Command('completion').description('print a script that completes commands and options in a shell')
  return command
    .addArgument(new Argument('<shell>').choices(Object.keys(SHELLS)))
    .addHelpText(
      'after',
      '\nbash: source <(vitrine completion bash)\nfish: vitrine completion fish | source\nzsh:  source <(vitrine completion zsh)',
    )
    .action((shell: keyof typeof SHELLS) => {
      process.stdout.write(SHELLS[shell](completionWords(command.parent ?? command)))
    })
}
