import type { CompletionLevel } from './completion-words.ts'

/** If no word fits, file names are completed. */
export function fishCompletion(levels: readonly CompletionLevel[]): string {
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
