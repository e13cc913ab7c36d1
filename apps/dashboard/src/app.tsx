import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ApiError } from '@vitrine/client/admin'
import { Suspense } from 'react'
import { LiveProvider } from './api/live.tsx'
import { DraftBar } from './draft/draft-bar.tsx'
import { DraftProvider } from './draft/draft.tsx'
import { usePlace } from './router.ts'
import { SCREENS } from './screens.ts'
import { SessionGate, useSigned } from './session/session.tsx'
import { Shell } from './shell.tsx'
import { Boundary } from './ui/boundary.tsx'
import { EmptyState } from './ui/empty-state.tsx'
import { NoProducts } from './ui/no-products.tsx'
import { Page } from './ui/page.tsx'
import { Skeleton } from './ui/skeleton.tsx'
import { toast } from './ui/toasts.tsx'
import { useWords, WordsProvider } from './messages/messages.tsx'

const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      // A 401 means that the session has ended. Reading the session again leads to the sign-in page.
      if (error instanceof ApiError && error.status === 401 && queryKey[0] !== 'session')
        void queries.invalidateQueries({ queryKey: ['session'] })
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Repeating a request that the server refused with a 4xx would not help.
      retry: (times, error) => times < 2 && !(error instanceof ApiError && error.status < 500),
    },
    // While offline, a write fails at once instead of waiting, so that the user learns of it.
    mutations: { networkMode: 'always', onError: (error) => toast(error.message, { bad: true }) },
  },
})

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <WordsProvider>
        <SessionGate>
          <ShopScreens />
        </SessionGate>
      </WordsProvider>
    </QueryClientProvider>
  )
}

function ShopScreens() {
  const { shop } = useSigned().shop
  return (
    <DraftProvider key={shop}>
      <LiveProvider>
        <Shell>
          <ScreenBoundary />
          <DraftBar />
        </Shell>
      </LiveProvider>
    </DraftProvider>
  )
}

function ScreenBoundary() {
  return (
    <Boundary place={usePlace().key}>
      <CurrentScreen />
    </Boundary>
  )
}

function CurrentScreen() {
  const { t } = useWords()
  const { parts } = usePlace()
  const { shop } = useSigned()
  const screen = SCREENS.find(({ path }) => path === (parts[0] ?? ''))
  if (!screen) return <EmptyState title={t('shell.unknown')}>{t('shell.unknownAbout')}</EmptyState>
  if (screen.needsProducts && shop.product_count === 0)
    return (
      <Page title={t(`nav.${screen.name}`)}>
        <NoProducts />
      </Page>
    )
  return (
    <Suspense fallback={<Skeleton />}>
      <screen.Component />
    </Suspense>
  )
}
