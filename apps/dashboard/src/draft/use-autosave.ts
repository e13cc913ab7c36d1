/** Keeps the draft on the server as well, so that it outlives the browser and colleagues see it. */
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useApi, useMayEdit } from '../session/session.tsx'
import type { Patch } from './patch.ts'

/** Long enough for a burst of edits to be saved once. */
const AFTER_MS = 3000

interface Saved {
  id: string
  patch: Patch
  baseVersion?: number | undefined
}

export interface Autosave {
  /** Called before publishing: a later save would bring the draft back. */
  hold(): void
  /** Called when the draft is discarded: deletes it on the server. */
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
      // The browser keeps the draft too, so a failure loses nothing.
      void api.putDraft(id, { title, patch, base_version: baseVersion }).catch(() => {})
    }, AFTER_MS)
    return () => clearTimeout(timer.current)
  }, [api, mayEdit, id, patch, baseVersion, title, isEmpty, drop])
  return useMemo(() => ({ hold, drop }), [hold, drop])
}
