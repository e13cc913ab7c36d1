import { useMutation } from '@tanstack/react-query'
import { ApiError, type PublishOptions } from '@vitrine/client/admin'
import { useFormat } from '../format/use-format.ts'
import { useApi } from '../session/session.tsx'
import { toast } from '../ui/toasts.tsx'
import { useWords } from '../messages/messages.tsx'
import { describeChanges } from './describe-changes.ts'
import { newDraftId, useDraft, useRefreshAfterPublish } from './draft.tsx'
import type { Json, Patch } from './patch.ts'

export interface Conflict {
  path: (string | number)[]
  mine: Json
  theirs: Json
}

interface Publication extends Omit<PublishOptions, 'patch' | 'base_version'> {
  /** Publishes only this patch and keeps the draft. */
  alone?: Patch
  /** Publishes this patch and discards the draft without publishing it. */
  instead?: Patch
}

export function usePublish() {
  const words = useWords()
  const { t } = words
  const format = useFormat()
  const api = useApi()
  const draft = useDraft()
  const refresh = useRefreshAfterPublish()
  const undo = useRestore()
  return useMutation({
    mutationFn: ({ alone, instead, ...options }: Publication) => {
      const note = options.note || describeChanges(words, draft.changes)
      const patch = alone ?? instead
      if (!alone) draft.beforePublish()
      return api.publishDraft(alone ? newDraftId() : draft.id, {
        ...options,
        note,
        patch: patch ?? draft.patch,
        base_version: patch ? draft.liveVersion : draft.baseVersion,
      })
    },
    onSuccess: async ({ version, scheduled, warning }, { alone }) => {
      if (!alone) draft.published()
      await refresh()
      if (version === null) {
        toast(t('draft.scheduled', { at: format.dateTime(scheduled?.publish_at ?? '') }))
        if (warning !== null) toast(t('draft.scheduledWarning'), { bad: true })
        return
      }
      const action = { label: t('draft.undo'), run: () => undo.mutate(version - 1) }
      toast(t('draft.published', { version }), { action })
    },
    onError: (error) => {
      if (conflictsOf(error).length === 0) toast(faultsOf(error).join(' '), { bad: true })
      void refresh()
    },
  })
}

export function useRestore() {
  const { t } = useWords()
  const api = useApi()
  const refresh = useRefreshAfterPublish()
  return useMutation({
    mutationFn: (version: number) => api.restoreVersion(version, t('draft.restoredNote', { version })),
    onSuccess: async (_answer, version) => {
      await refresh()
      toast(t('draft.restored', { version }))
    },
  })
}

export function faultsOf(error: Error): string[] {
  if (!(error instanceof ApiError) || error.items.length === 0) return [error.message]
  return error.items.map(({ path, message }) => `${path.join(' › ')}: ${message}`)
}

/** Returns the paths that both this draft and a newer publication changed (status 412). */
export function conflictsOf(error: Error | null): Conflict[] {
  if (!(error instanceof ApiError) || error.status !== 412) return []
  return (error.body as { conflicts?: Conflict[] }).conflicts ?? []
}
