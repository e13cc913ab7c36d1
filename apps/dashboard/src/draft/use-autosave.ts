/** Saves the draft on the server, where colleagues can see it and other browsers can open it. */
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useApi, useMayEdit } from '../session/session.tsx'
import type { Patch } from './patch.ts'

/** Delay after the last edit, so that a burst of edits is saved once. */
const SAVE_DELAY_MS = 3000

interface Saved {
  id: string
  patch: Patch
  baseVersion?: number | undefined
}

export interface Autosave {
  /** Cancels the pending save. A save after publication would recreate the draft. */
  hold(): void
  drop(): void
}

export function useAutosave({ id, patch, baseVersion }: Saved, title: string): Autosave {
  const api = useApi()
  const mayEdit = useMayEdit()
  const saved = useRef<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const hold = useCallback(() => {
    clearTimeout(timer.current)
    saved.current = null
  }, [])
  const drop = useCallback(() => {
    clearTimeout(timer.current)
    if (saved.current !== null) void api.deleteDraft(saved.current).catch(() => {})
    saved.current = null
  }, [api])
  const isEmpty = Object.keys(patch).length === 0
  useEffect(() => {
    if (!mayEdit) return
    if (isEmpty) return drop()
    timer.current = setTimeout(() => {
      saved.current = id
      // The draft is also in local storage, so a failed save loses nothing.
      void api.putDraft(id, { title, patch, base_version: baseVersion }).catch(() => {})
    }, SAVE_DELAY_MS)
    return () => clearTimeout(timer.current)
  }, [api, mayEdit, id, patch, baseVersion, title, isEmpty, drop])
  return useMemo(() => ({ hold, drop }), [hold, drop])
}
