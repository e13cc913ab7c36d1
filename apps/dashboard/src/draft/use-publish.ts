/** Publishing is never optimistic: the draft is kept until the server has taken it. */
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@vitrine/client/admin'
import { useApi } from '../session/session.tsx'
import { toast } from '../ui/toasts.tsx'
import { useWords } from '../words/words.tsx'
import { useDraft, useRefreshAfterPublish } from './draft.tsx'

export function usePublish() {
  const { t } = useWords()
  const api = useApi()
  const draft = useDraft()
  const refresh = useRefreshAfterPublish()
  return useMutation({
    mutationFn: (_options: { note?: string }) => api.patchConfig(draft.patch, draft.etag),
    onSuccess: async () => {
      draft.discard()
      await refresh()
      toast(t('draft.published'))
    },
    onError: (error) => {
      toast(faultsOf(error).join(' '), { bad: true })
      void refresh()
    },
  })
}

/** Each fault with the place in the document it is about. */
export function faultsOf(error: Error): string[] {
  if (!(error instanceof ApiError) || error.items.length === 0) return [error.message]
  return error.items.map(({ path, message }) => `${path.join(' › ')}: ${message}`)
}
