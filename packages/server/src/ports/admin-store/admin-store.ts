import type { AdminRole } from '@vitrine/contract'
import type { ShopId } from '../record-store/record-store.ts'

export interface AdminUser {
  id: string
  /** Lower case and unique. */
  email: string
  name: string
  role: AdminRole
  /** null: all shops of the deployment. */
  shops: readonly ShopId[] | null
  /** Salted scrypt; null if the user signs in only by links. */
  passwordHash: string | null
  createdAt: string
}

export interface AdminSession {
  /** SHA-256 of the cookie, which is never stored. */
  hash: string
  userId: string
  openedBy: 'password' | 'link' | 'demo'
  createdAtMs: number
  seenAtMs: number
}

export interface SignInLink {
  hash: string
  /** null: whoever follows the link becomes the first owner. */
  userId: string | null
  expiresAtMs: number
}

/** A merge patch on the configuration that is not published yet. */
export interface ConfigDraft {
  id: string
  title: string
  patch: Record<string, unknown>
  baseVersion: number
  author: string
  createdAt: string
  updatedAt: string
  /** null if the draft is published by hand. */
  publishAtMs: number | null
  /** Why the scheduled publication failed; null if it did not. */
  failure: string | null
}

export interface StoredAlert {
  id: string
  /** At most one alert per kind is open. */
  kind: string
  message: string
  value: number | null
  threshold: number | null
  openedAtMs: number
  /** null: the alert is open. */
  closedAtMs: number | null
  acknowledgedAtMs: number | null
  acknowledgedBy: string | null
  /** Outcome of the webhook call; null if the shop has no webhook. */
  delivery: string | null
  /** Stored together with the change to deliver; null or absent if nothing is due. */
  dueAtMs?: number | null
  /** Attempts to deliver the last change. */
  tries?: number
}

export interface AuditEntry {
  atMs: number
  /** null for the whole deployment. */
  shop: ShopId | null
  actor: string
  action: string
  summary: string
  target: string | null
  diff: readonly unknown[] | null
}

/** Writes are durable once resolved. E-mail addresses and hashes are unique. */
export interface AdminStore {
  /** Returns false and stores nothing if another user has the id or the e-mail address. */
  addUser(user: AdminUser): Promise<boolean>
  /** Returns false and stores nothing if the user no longer exists. Does not change the e-mail address. */
  updateUser(user: AdminUser): Promise<boolean>
  getUser(id: string): Promise<AdminUser | undefined>
  findUserByEmail(email: string): Promise<AdminUser | undefined>
  /** Returns users sorted by e-mail address. */
  listUsers(): Promise<readonly AdminUser[]>
  /** Also deletes the user's sessions and links. */
  deleteUser(id: string): Promise<boolean>

  /** Returns false and stores nothing if the user no longer exists. */
  addSession(session: AdminSession): Promise<boolean>
  getSession(hash: string): Promise<AdminSession | undefined>
  touchSession(hash: string, seenAtMs: number): Promise<void>
  deleteSession(hash: string): Promise<void>
  deleteSessionsOf(userId: string, exceptHash: string | null): Promise<void>
  deleteExpired(expired: { begunBeforeMs: number; seenBeforeMs: number; nowMs: number }): Promise<void>

  /** Returns false and stores nothing if the link's user no longer exists. */
  addLink(link: SignInLink): Promise<boolean>
  getLink(hash: string): Promise<SignInLink | undefined>
  /** Returns true to only one of concurrent callers. */
  takeLink(hash: string): Promise<boolean>
  deleteOwnerLinks(): Promise<void>

  /** With `seen`, stores the draft only if it was last changed at this time. Returns whether it was stored. */
  putDraft(shop: ShopId, draft: ConfigDraft, seen?: string): Promise<boolean>
  getDraft(shop: ShopId, id: string): Promise<ConfigDraft | undefined>
  /** Returns drafts, most recently changed first. */
  listDrafts(shop: ShopId): Promise<readonly ConfigDraft[]>
  /** With `seen`, deletes the draft only if it is unchanged since. Returns whether it was deleted. */
  deleteDraft(shop: ShopId, id: string, seen?: string): Promise<boolean>
  /** Returns due drafts, earliest first. */
  dueDrafts(nowMs: number): Promise<readonly { shop: ShopId; draft: ConfigDraft }[]>

  /** Returns false and stores nothing if an alert of this kind is open, even for concurrent calls. */
  openAlert(shop: ShopId, alert: StoredAlert): Promise<boolean>
  /** Atomic. Returns undefined if the alert is gone, or if `edit` returned undefined. */
  changeAlert(
    shop: ShopId,
    id: string,
    edit: (alert: StoredAlert) => StoredAlert | undefined,
  ): Promise<StoredAlert | undefined>
  getAlert(shop: ShopId, id: string): Promise<StoredAlert | undefined>
  /** Returns at most 100 alerts: open ones first, then the newest. */
  listAlerts(shop: ShopId): Promise<readonly StoredAlert[]>

  dismiss(shop: ShopId, suggestion: string): Promise<void>
  /** Returns the latest 1,000 ids. */
  listDismissed(shop: ShopId): Promise<readonly string[]>

  appendAudit(entry: AuditEntry): Promise<void>
  /** Returns entries with ids below `before`, newest first. */
  listAudit(shop: ShopId, before: number, limit: number): Promise<readonly (AuditEntry & { id: number })[]>

  dropShop(shop: ShopId): Promise<void>
  close(): Promise<void>
}
