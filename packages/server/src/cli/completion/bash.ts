import type { CompletionLevel } from './completion-words.ts'

/** If no word fits, file names are completed. */
export function bashCompletion(levels: readonly CompletionLevel[]): string {
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
