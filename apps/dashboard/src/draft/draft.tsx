/** The draft: a patch on the live configuration that every screen edits and one click publishes. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ShopConfigInput } from '@vitrine/client/admin'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { useApi } from '../session/session.tsx'
import { Fault } from '../ui/loaded.tsx'
import { type Change, listChanges } from './changes.ts'
import { applyPatch, combinePatches, type Document, type Patch, prunePatch } from './patch.ts'

export interface Draft {
  /** As shoppers see it now. */
  live: ShopConfigInput
  /** With the draft. */
  config: ShopConfigInput
  /** Of the live configuration. */
  etag: string | null
  patch: Patch
  changes: readonly Change[]
  edit(patch: Patch): void
  /** Everything, or only what the patch of an edit touched. */
  discard(): void
}

const Context = createContext<Draft | null>(null)

export function DraftProvider({ children }: { children: ReactNode }) {
  const api = useApi()
  const config = useConfig()
  const [patch, setPatch] = useStoredPatch(api.shop)
  const draft = useMemo<Draft | null>(() => {
    if (!config.data) return null
    const live = config.data.body as Document
    const left = prunePatch(live, patch)
    const drafted = applyPatch(live, left)
    return {
      live: live as ShopConfigInput,
      config: drafted as ShopConfigInput,
      etag: config.data.etag,
      patch: left,
      changes: listChanges(live, drafted),
      edit: (edit) => setPatch((current) => prunePatch(live, combinePatches(current, edit))),
      discard: () => setPatch(() => ({})),
    }
  }, [config.data, patch, setPatch])
  if (config.isError) return <Fault text={config.error.message} onRetry={() => void config.refetch()} />
  return draft && <Context value={draft}>{children}</Context>
}

export function useDraft(): Draft {
  const draft = useContext(Context)
  if (draft === null) throw new Error('no draft outside of its provider')
  return draft
}

function useConfig() {
  const api = useApi()
  return useQuery({ queryKey: [api.shop, 'config'], queryFn: () => api.config() })
}

/** Everything that was read may be different after a publish: results, reports of rules, versions. */
export function useRefreshAfterPublish(): () => Promise<void> {
  const api = useApi()
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [api.shop] })
}

/** Kept in the browser, so that a reload loses nothing. */
function useStoredPatch(shop: string) {
  const key = `vitrine-draft-${shop}`
  const [patch, setPatch] = useState<Patch>(() => JSON.parse(localStorage.getItem(key) ?? '{}'))
  useEffect(() => {
    if (Object.keys(patch).length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(patch))
  }, [key, patch])
  return [patch, setPatch] as const
}
