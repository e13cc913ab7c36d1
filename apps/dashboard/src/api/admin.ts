/** The dashboard authenticates with the session cookie; writes also carry the session's CSRF token. */
import { createAdminClient } from '@vitrine/client/admin'
import { watchedFetch } from './connection.ts'

let csrf: string | null = null

export function setCsrf(token: string | null): void {
  csrf = token
}

export const admin = createAdminClient({ csrf: () => csrf, fetch: watchedFetch })
