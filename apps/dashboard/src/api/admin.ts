/** The admin client of the page. It authenticates with the session cookie; writes also carry the session's token. */
import { createAdminClient } from '@vitrine/client/admin'
import { watchedFetch } from './connection.ts'

let csrf: string | null = null

export function setCsrf(token: string | null): void {
  csrf = token
}

export const admin = createAdminClient({ csrf: () => csrf, fetch: watchedFetch })
