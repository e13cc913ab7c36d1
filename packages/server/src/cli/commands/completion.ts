import { Argument, Command } from 'commander'

interface Place {
  /** The commands typed so far, such as ` shops create`; empty right after `vitrine`. */
  path: string
  words: { word: string; description: string }[]
}

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript }

export function completionCommand(program: Command): Command {
  return new Command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>').choices(Object.keys(SCRIPTS)))
    .addHelpText('after', '\nfish: vitrine completion fish | source\nbash and zsh: eval "$(vitrine completion bash)"')
    .action((shell: keyof typeof SCRIPTS) => console.log(SCRIPTS[shell](placesOf(program))))
}

function placesOf(command: Command, path = ''): Place[] {
  const help = command.createHelp()
  const commands = help.visibleCommands(command)
  const words = [
    ...commands.map((one) => ({ word: one.name(), description: one.description() })),
    ...help.visibleOptions(command).map((one) => ({ word: one.long ?? one.flags, description: one.description })),
  ]
  const below = commands.filter((one) => one.name() !== 'help')
  return [{ path, words }, ...below.flatMap((one) => placesOf(one, `${path} ${one.name()}`))]
}

/** If no word fits, the shell completes file names, such as that of a file to import. */
function bashScript(places: Place[]): string {
  const cases = places.map(({ path, words }) => `    "${path}") words="${words.map(({ word }) => word).join(' ')}" ;;`)
  return `_vitrine() {
  local word words path=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
      ${pathsOf(places).join('|')}) path="$path $word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _vitrine vitrine`
}

function zshScript(places: Place[]): string {
  return `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(places)}`
}

function fishScript(places: Place[]): string {
  const lines = places.flatMap(({ path, words }) =>
    words.map(({ word, description }) => {
      const option = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`
      return `complete -c vitrine -n 'test (__vitrine_path) = "${path}"' ${option} -d '${description.replace(/['\\]/g, '\\$&')}'`
    }),
  )
  return `function __vitrine_path
  set -l path ""
  for word in (commandline -opc)[2..]
    contains -- "$path $word" ${pathsOf(places).join(' ')}; and set path "$path $word"
  end
  echo "$path"
end
${lines.join('\n')}`
}

const pathsOf = (places: Place[]) => places.filter(({ path }) => path !== '').map(({ path }) => `"${path}"`)
