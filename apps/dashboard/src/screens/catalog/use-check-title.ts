import { en } from '../../messages/en.ts'
import { useWords, type WordKey } from '../../messages/messages.tsx'

/** A check that the dashboard cannot translate keeps the server's name. */
export function useCheckTitle(): (check: string) => string {
  const { t } = useWords()
  return (check) => {
    const key = `quality.${check}`
    return key in en ? t(key as WordKey) : check.replaceAll('_', ' ')
  }
}
