import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ApiError } from '@vitrine/client/admin'
import { Suspense } from 'react'
import { LiveProvider } from './api/live.tsx'
import { DraftBar } from './draft/draft-bar.tsx'
import { DraftProvider } from './draft/draft.tsx'
import { usePlace } from './router.tsx'
import { useScreens } from './screens.ts'
import { SessionGate, useSigned } from './session/session.tsx'
import { Shell } from './shell.tsx'
import { EmptyState } from './ui/empty-state.tsx'
import { useWords, WordsProvider } from './words/words.tsx'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // What was refused is refused again; what did not come may come.
      retry: (times, error) => times < 2 && !(error instanceof ApiError && error.status < 500),
    },
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
          <CurrentScreen />
          <DraftBar />
        </Shell>
      </LiveProvider>
    </DraftProvider>
  )
}

function CurrentScreen() {
  const { t } = useWords()
  const { parts } = usePlace()
  const screen = useScreens().find(({ path }) => path === (parts[0] ?? ''))
  if (!screen) return <EmptyState title={t('shell.unknown')}>{t('shell.unknownAbout')}</EmptyState>
  return (
    <Suspense fallback={<p className="loading">{t('common.loading')}</p>}>
      <screen.Component />
    </Suspense>
  )
}
