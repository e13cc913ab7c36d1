import type { ConfigVersionView } from '@vitrine/client/admin'
import type { Words } from '../messages/messages.tsx'
import type { Change } from './changes.ts'
import { describeChanges } from './describe-changes.ts'
import type { Json } from './patch.ts'

export function titleOfVersion(words: Pick<Words, 't' | 'count'>, { note, diff, version }: ConfigVersionView): string {
  if (note !== null) return note
  if (diff === null || diff.length === 0) return words.t('history.version', { version })
  return describeChanges(words, diff.map(toChange))
}

export function toChange({ path, kind, from, to }: NonNullable<ConfigVersionView['diff']>[number]): Change {
  return {
    path: path.map(String),
    before: kind === 'added' ? undefined : (from as Json),
    after: kind === 'removed' ? undefined : (to as Json),
  }
}
