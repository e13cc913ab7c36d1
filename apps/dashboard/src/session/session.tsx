import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, type SessionView, type ShopAdmin, type ShopView } from '@vitrine/client/admin'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { admin, setCsrf } from '../api/admin.ts'
import { Fault } from '../ui/loaded.tsx'
import { useWords } from '../messages/messages.tsx'
import { FirstShop } from './new-shop.tsx'
import { SignIn } from './sign-in.tsx'

export type Role = SessionView['role']

interface Signed {
  session: SessionView
  shops: readonly ShopView[]
  shop: ShopView
  api: ShopAdmin
  chooseShop(shop: string): void
  signOut(): Promise<void>
}

const STORED_SHOP = 'vitrine-shop'
/** The button “Open the demo shop” opens this shop even if another one was open before. */
const DEMO_SHOP = 'demo-shop.myshopify.com'
const Context = createContext<Signed | null>(null)

export function SessionGate({ children }: { children: ReactNode }) {
  const { t } = useWords()
  const client = useQueryClient()
  const session = useQuery({
    queryKey: ['session'],
    queryFn: readSession,
    retry: 1,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const shops = useQuery({
    queryKey: ['shops'],
    queryFn: () => readShops(session.data!),
    enabled: session.data != null,
  })
  const [chosen, setChosen] = useState(() => localStorage.getItem(STORED_SHOP))
  const shop = shops.data?.find((one) => one.shop === chosen) ?? shops.data?.[0]
  const id = shop?.shop
  // The client must not change when the shop's data is reloaded, because streams and queries depend on it.
  const api = useMemo(() => (id === undefined ? null : admin.shop(id)), [id])
  const chooseShop = useCallback((next: string) => {
    localStorage.setItem(STORED_SHOP, next)
    setChosen(next)
  }, [])
  const signed = useMemo<Signed | null>(() => {
    if (!session.data || !shops.data || !shop || !api) return null
    return {
      session: session.data,
      shops: shops.data,
      shop,
      api,
      chooseShop,
      async signOut() {
        await admin.signOut()
        setCsrf(null)
        client.setQueryData(['session'], null)
        // The next user must not see data that this user has loaded.
        client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
      },
    }
  }, [session.data, shops.data, shop, api, chooseShop, client])
  if (session.isError || shops.isError) {
    const retry = () => void (session.isError ? session : shops).refetch()
    return <Fault text={(session.error ?? shops.error)?.message} onRetry={retry} />
  }
  if (session.data === null) {
    const onSigned = (next: SessionView, isDemo: boolean) => {
      if (isDemo) setChosen(DEMO_SHOP)
      client.setQueryData(['session'], next)
    }
    return <SignIn onSigned={onSigned} />
  }
  if (session.data && shops.data?.length === 0)
    return mayMakeShops(session.data) ? <FirstShop onMade={chooseShop} /> : <Fault text={t('session.noShop')} />
  return signed && <Context value={signed}>{children}</Context>
}

export function useSigned(): Signed {
  const signed = useContext(Context)
  if (signed === null) throw new Error('useSigned needs a signed-in user')
  return signed
}

export function useShop(): ShopView {
  return useSigned().shop
}

export function useApi(): ShopAdmin {
  return useSigned().api
}

export function useMayEdit(): boolean {
  const { role } = useSigned().session
  return role !== 'analyst'
}

export function mayMakeShops({ role, shops }: SessionView): boolean {
  return shops === null && mayIssueKeys(role)
}

export function mayIssueKeys(role: Role): boolean {
  return role === 'owner' || role === 'developer'
}

/** Returns null if nobody is signed in. Keeps the session's CSRF token for writes. */
async function readSession(): Promise<SessionView | null> {
  try {
    const session = await admin.session()
    setCsrf(session.csrf)
    return session
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

function readShops({ shops }: SessionView): Promise<ShopView[]> {
  return shops === null ? admin.listShops() : Promise.all(shops.map((shop) => admin.shop(shop).view()))
}
