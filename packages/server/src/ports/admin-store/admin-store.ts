import type { AdminRole } from '@vitrine/contract'
import type { ShopId } from '../record-store/record-store.ts'

export interface AdminUser {
  id: string
  /** Lower case; one user has it. */
  email: string
  name: string
  role: AdminRole
  /** null: every shop of the deployment. */
  shops: readonly ShopId[] | null
  /** Salted scrypt; null where the user signs in by links alone. */
  passwordHash: string | null
  createdAt: string
}

export interface AdminSession {
  /** SHA-256 of the cookie; the cookie itself is never stored. */
  hash: string
  userId: string
  openedBy: 'password' | 'link' | 'demo'
  createdAtMs: number
  seenAtMs: number
}

/** A link that signs in once. */
export interface SignInLink {
  hash: string
  /** null: whoever follows it becomes the first owner. */
  userId: string | null
  expiresAtMs: number
}

/** A change that is not live yet: a merge patch on the configuration. */
export interface ConfigDraft {
  id: string
  title: string
  patch: Record<string, unknown>
  /** The version it was made on. */
  baseVersion: number
  author: string
  createdAt: string
  updatedAt: string
  /** Goes live by itself at this time; null where somebody has to publish it. */
  publishAtMs: number | null
  /** Why it did not go live at its time; null where that did not happen. */
  failure: string | null
}

export interface StoredAlert {
  id: string
  /** At most one of a kind is open. */
  kind: string
  message: string
  value: number | null
  threshold: number | null
  openedAtMs: number
  /** null: it still holds. */
  closedAtMs: number | null
  acknowledgedAtMs: number | null
  acknowledgedBy: string | null
  /** Outcome of the webhook; null if none was asked. */
  delivery: string | null
  /** When it is told next: written with what it tells of, and put off while somebody tells. null, or absent: nothing is to be told. */
  dueAtMs?: number | null
}

export interface AuditEntry {
  atMs: number
  /** null: of the deployment. */
  shop: ShopId | null
  actor: string
  action: string
  summary: string
  target: string | null
  diff: readonly unknown[] | null
}

/**
 * Who may work on the shops, what they are about to change and what they changed. Durable once resolved; emails, session and link
 * hashes are unique.
 */
export interface AdminStore {
  /** False, and nothing stored, where another user has the id or the email. */
  addUser(user: AdminUser): Promise<boolean>
  /** False, and nothing stored, where the user is gone. The email stays what it was. */
  updateUser(user: AdminUser): Promise<boolean>
  getUser(id: string): Promise<AdminUser | undefined>
  findUserByEmail(email: string): Promise<AdminUser | undefined>
  /** In the order of their emails. */
  listUsers(): Promise<readonly AdminUser[]>
  /** With sessions and links. */
  deleteUser(id: string): Promise<boolean>

  /** False, and nothing stored, where the user is gone. */
  addSession(session: AdminSession): Promise<boolean>
  getSession(hash: string): Promise<AdminSession | undefined>
  touchSession(hash: string, seenAtMs: number): Promise<void>
  deleteSession(hash: string): Promise<void>
  /** All sessions and links of the user, except the session with this hash. */
  deleteSessionsOf(userId: string, exceptHash: string | null): Promise<void>
  /** Sessions begun or last seen before these times, and links that are over. */
  deleteExpired(expired: { begunBeforeMs: number; seenBeforeMs: number; nowMs: number }): Promise<void>

  /** False, and nothing stored, where its user is gone. */
  addLink(link: SignInLink): Promise<boolean>
  getLink(hash: string): Promise<SignInLink | undefined>
  /** True for one caller only, however many ask at once. */
  takeLink(hash: string): Promise<boolean>
  /** Links without a user. */
  deleteOwnerLinks(): Promise<void>

  /** If `seen` is given, puts only if the draft is still there and was not changed since. Resolves to whether it was put. */
  putDraft(shop: ShopId, draft: ConfigDraft, seen?: string): Promise<boolean>
  getDraft(shop: ShopId, id: string): Promise<ConfigDraft | undefined>
  /** The one that was changed last first. */
  listDrafts(shop: ShopId): Promise<readonly ConfigDraft[]>
  /** If `seen` is given, deletes only if it was not changed since. Resolves to whether it was deleted. */
  deleteDraft(shop: ShopId, id: string, seen?: string): Promise<boolean>
  /** Drafts of all shops whose time has come, earliest first. */
  dueDrafts(nowMs: number): Promise<readonly { shop: ShopId; draft: ConfigDraft }[]>

  /** False, and nothing stored, where one of its kind is open: true for one caller only. */
  openAlert(shop: ShopId, alert: StoredAlert): Promise<boolean>
  /** Changes one that is there, as it is at that moment: of many who ask at once, each sees what the one before made of it. Undefined where nothing was changed, because it is gone or `edit` answered undefined. */
  changeAlert(
    shop: ShopId,
    id: string,
    edit: (alert: StoredAlert) => StoredAlert | undefined,
  ): Promise<StoredAlert | undefined>
  getAlert(shop: ShopId, id: string): Promise<StoredAlert | undefined>
  /** Open ones first, then the newest; 100 at most. */
  listAlerts(shop: ShopId): Promise<readonly StoredAlert[]>

  /** Remembers that a proposal is not wanted; once is enough. */
  dismiss(shop: ShopId, suggestion: string): Promise<void>
  /** The latest 1,000. */
  listDismissed(shop: ShopId): Promise<readonly string[]>

  appendAudit(entry: AuditEntry): Promise<void>
  /** Newest first, with ids below `before`, at most `limit`; of one shop. */
  listAudit(shop: ShopId, before: number, limit: number): Promise<readonly (AuditEntry & { id: number })[]>

  /** Drafts, alerts, dismissals and audit of a deleted shop. */
  dropShop(shop: ShopId): Promise<void>
  close(): Promise<void>
}
