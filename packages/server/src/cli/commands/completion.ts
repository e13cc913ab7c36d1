import { Argument, Command } from 'commander'

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

export interface CompletionLevel {
  /** The command so far: `''`, `'shops'`, `'shops list'`. */
  path: string
  /** Words that may follow. */
  words: string[]
}

/** Lists every command with its subcommands, options and fixed arguments. */
function completionWords(command: Command, path = ''): CompletionLevel[] {
  const options = command.options.map(({ long }) => long).filter((long) => long !== undefined)
  const fixed = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
  const names = command.commands.map((one) => one.name())
  const below = command.commands.flatMap((one) => completionWords(one, `${path} ${one.name()}`.trim()))
  return [{ path, words: [...names, ...fixed, ...options, '--help'] }, ...below]
}

/** If no word matches, file names are completed. */
function bashCompletion(levels: readonly CompletionLevel[]): string {
  const paths = levels.filter(({ path }) => path !== '').map(({ path }) => `"${path}"`)
  const cases = levels.map(({ path, words }) => `    "${path}") words="${words.join(' ')}" ;;`)
  return `_vitrine() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" words="" word longer
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    longer="\${path:+$path }$word"
    case "$longer" in
      ${paths.join('|')}) path="$longer" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _vitrine vitrine
`
}

/** If no word matches, file names are completed. */
function fishCompletion(levels: readonly CompletionLevel[]): string {
  const paths = levels.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`)
  const cases = levels.map(({ path, words }) => `    case '${path}'\n      string split ' ' -- '${words.join(' ')}'`)
  return `function __vitrine_words
  set -l path ''
  set -l given (commandline -opc)
  set -e given[1]
  for word in $given
    set -l longer (string trim -- "$path $word")
    contains -- "$longer" ${paths.join(' ')}; and set path "$longer"
  end
  switch "$path"
${cases.join('\n')}
  end
end
complete -c vitrine -a '(__vitrine_words)'
`
}

/** Works both as a file named `_vitrine` on the function path and when sourced. */
function zshCompletion(levels: readonly CompletionLevel[]): string {
  const paths = levels.filter(({ path }) => path !== '').map(({ path }) => `"${path}"`)
  const cases = levels.map(({ path, words: list }) => `    "${path}") candidates=(${list.join(' ')}) ;;`)
  return `#compdef vitrine
_vitrine() {
  local command_path="" word longer
  local -a candidates
  for word in "\${(@)words[2,CURRENT-1]}"; do
    longer="\${command_path:+$command_path }$word"
    case "$longer" in
      ${paths.join('|')}) command_path="$longer" ;;
    esac
  done
  case "$command_path" in
${cases.join('\n')}
  esac
  compadd -- $candidates
  [[ "$PREFIX" == -* ]] || _files
}
if [[ "$funcstack[1]" == "_vitrine" ]]; then
  _vitrine "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _vitrine vitrine
fi
`
}
