import type { CompletionLevel } from './completion-words.ts'

/** Works from a file named `_vitrine` on the function path, and sourced. */
export function zshCompletion(levels: readonly CompletionLevel[]): string {
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
