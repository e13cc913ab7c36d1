/** The typed admin API. Documents keep their wire names, so that a configuration is the same in code and in files. */
import type { SessionView, ShopView, SignInRequest, UserView } from '@vitrine/contract'
import { type AdminOptions, adminSend } from './send.ts'
import { type ShopAdmin, shopAdmin } from './shop-admin.ts'

export * from './reports.ts'
export * from './previews.ts'
export * from './shop-admin.ts'
export type { AdminOptions, Answer, Call, Method } from './send.ts'
export { ApiError, type FaultItem, NetworkError, UnauthorizedError } from '../errors.ts'
export type { SessionView, ShopView, SignInRequest, UserView }

export interface NewUser {
  email: string
  name?: string
  role: UserView['role']
  shops?: string[] | null
}

export interface UserChange extends Partial<Omit<NewUser, 'email'>> {
  password?: string
  current_password?: string
}

export interface OneTimeLink {
  link: string
  expires_at: string
}

export interface AdminClient {
  signInOptions(): Promise<{ demo: boolean; first_owner: boolean }>
  signIn(request: SignInRequest): Promise<SessionView>
  session(): Promise<SessionView>
  signOut(): Promise<void>
  users(): Promise<UserView[]>
  addUser(user: NewUser): Promise<OneTimeLink & { user: UserView }>
  changeUser(id: string, change: UserChange): Promise<UserView>
  removeUser(id: string): Promise<void>
  linkFor(userId: string): Promise<OneTimeLink>
  listShops(): Promise<ShopView[]>
  shop(shop: string): ShopAdmin
}

export function createAdminClient(options: AdminOptions = {}): AdminClient {
  const send = adminSend(options)
  const readAllPages = async <Row>(name: 'shops' | 'users') => {
    const rows: Row[] = []
    for (let after: string | null = ''; after !== null; ) {
      const path: string = `/${name}?after=${encodeURIComponent(after)}`
      const { body }: { body: { [Key in typeof name]: Row[] } & { next: string | null } } = await send('GET', path)
      rows.push(...body[name])
      after = body.next
    }
    return rows
  }
  return {
    signInOptions: async () => (await send<{ demo: boolean; first_owner: boolean }>('GET', '/sign-in')).body,
    signIn: async (body) => (await send<SessionView>('POST', '/session', { body })).body,
    session: async () => (await send<SessionView>('GET', '/session')).body,
    signOut: async () => void (await send('DELETE', '/session')),
    users: () => readAllPages<UserView>('users'),
    addUser: async (body) => (await send<OneTimeLink & { user: UserView }>('POST', '/users', { body })).body,
    changeUser: async (id, body) => (await send<UserView>('PATCH', `/users/${id}`, { body })).body,
    removeUser: async (id) => void (await send('DELETE', `/users/${id}`)),
    linkFor: async (id) => (await send<OneTimeLink>('POST', `/users/${id}/link`, { body: {} })).body,
    listShops: () => readAllPages<ShopView>('shops'),
    shop: (shop) => shopAdmin(send, shop),
  }
}
