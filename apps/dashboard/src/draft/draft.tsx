/** A draft is a patch on the live configuration. All screens edit the same draft. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ShopConfigInput } from '@vitrine/client/admin'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { useApi } from '../session/session.tsx'
import { Fault } from '../ui/loaded.tsx'
import { useWords } from '../messages/messages.tsx'
import { type Change, listChanges } from './changes.ts'
import { describeChanges } from './describe-changes.ts'
import { useAutosave } from './use-autosave.ts'
import { applyPatch, combinePatches, type Document, type Patch, prunePatch } from './patch.ts'

export interface Draft {
  id: string
  live: ShopConfigInput
  config: ShopConfigInput
  liveVersion: number | undefined
  /** Live version when the draft began. The server uses it to merge other publications and to detect conflicts. */
  baseVersion: number | undefined
  patch: Patch
  changes: readonly Change[]
  edit(patch: Patch): void
  resume(saved: Stored): void
  discard(): void
  beforePublish(): void
  /** Called after publication. The next edit starts a new draft. */
  published(): void
}

export interface Stored {
  id: string
  patch: Patch
  baseVersion?: number
}

const EMPTY: Patch = {}
const Context = createContext<Draft | null>(null)

export function DraftProvider({ children }: { children: ReactNode }) {
  const words = useWords()
  const api = useApi()
  const config = useQuery({ queryKey: [api.shop, 'config'], queryFn: () => api.config() })
  const [stored, setStored] = useStoredDraft(api.shop)
  const content = useMemo(() => {
    if (!config.data) return null
    const live = config.data.body as Document
    const patch = prunePatch(live, stored.patch)
    const drafted = applyPatch(live, patch)
    return {
      id: stored.id,
      live: live as ShopConfigInput,
      config: drafted as ShopConfigInput,
      liveVersion: versionOf(config.data.etag),
      baseVersion: stored.baseVersion,
      patch,
      changes: listChanges(live, drafted),
      edit: (edit: Patch) =>
        setStored((current) => ({
          id: current.id,
          patch: prunePatch(live, combinePatches(current.patch, edit)),
          baseVersion: isEmpty(current.patch) ? versionOf(config.data.etag) : current.baseVersion,
        })),
      resume: (saved: Stored) => setStored(() => saved),
      renew: () => setStored(() => newDraft()),
    }
  }, [config.data, stored, setStored])
  const changed = describeChanges(words, content?.changes ?? [])
  const autosave = useAutosave({ ...stored, patch: content?.patch ?? EMPTY }, changed)
  const draft = useMemo<Draft | null>(() => {
    if (content === null) return null
    const { renew, ...rest } = content
    const discard = () => {
      autosave.drop()
      renew()
    }
    return { ...rest, discard, beforePublish: autosave.hold, published: renew }
  }, [content, autosave])
  if (config.isError) return <Fault text={config.error.message} onRetry={() => void config.refetch()} />
  return draft && <Context value={draft}>{children}</Context>
}

export function useDraft(): Draft {
  const draft = useContext(Context)
  if (draft === null) throw new Error('useDraft needs a DraftProvider')
  return draft
}

/** Invalidates everything read from the shop, because a publication can change results, reports and versions. */
export function useRefreshAfterPublish(): () => Promise<void> {
  const api = useApi()
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [api.shop] })
}

/** Keeps the draft in local storage: it survives a reload, and all tabs show the same edits. */
function useStoredDraft(shop: string) {
  const key = `vitrine-draft-${shop}`
  const [stored, setStored] = useState<Stored>(() => parsed(localStorage.getItem(key)))
  useEffect(() => {
    if (isEmpty(stored.patch)) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(stored))
  }, [key, stored])
  useEffect(() => {
    const listen = (event: StorageEvent) => event.key === key && setStored(parsed(event.newValue))
    addEventListener('storage', listen)
    return () => removeEventListener('storage', listen)
  }, [key])
  return [stored, setStored] as const
}

function parsed(text: string | null): Stored {
  return text === null ? newDraft() : JSON.parse(text)
}

function newDraft(): Stored {
  return { id: newDraftId(), patch: {} }
}

export function newDraftId(): string {
  return `d-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
}

function versionOf(etag: string | null): number | undefined {
  const version = Number(etag?.replaceAll(/\D/g, ''))
  return version > 0 ? version : undefined
}

function isEmpty(patch: Patch): boolean {
  return Object.keys(patch).length === 0
}
