/** Keeps the draft on the server as well, so that it outlives the browser and colleagues see it. */
import { useEffect, useRef } from 'react'
import { useApi, useMayEdit } from '../session/session.tsx'
import type { Patch } from './patch.ts'

/** Long enough that a burst of edits is one draft. */
const AFTER_MS = 3000

interface Saved {
  id: string
  patch: Patch
  baseVersion?: number | undefined
}

export function useAutosave({ id, patch, baseVersion }: Saved, title: string): void {
  const api = useApi()
  const mayEdit = useMayEdit()
  const saved = useRef<string | null>(null)
  const isEmpty = Object.keys(patch).length === 0
  useEffect(() => {
    if (!mayEdit) return
    if (isEmpty) {
      // Taken back: nobody should find it. One that was published is gone already.
      if (saved.current === id) void api.deleteDraft(id).catch(() => {})
      saved.current = null
      return
    }
    const timer = setTimeout(() => {
      saved.current = id
      // The browser has it too: a failure loses nothing.
      void api.putDraft(id, { title, patch, base_version: baseVersion }).catch(() => {})
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [api, mayEdit, id, patch, baseVersion, title, isEmpty])
}
