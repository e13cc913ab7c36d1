import { useWords, loadWords } from './shop/words.ts'
import { client, tracker, visitorId } from './shop/api.ts'
import { setOwnCurrency, shopperMarket } from './shop/market.ts'
import { VitrineProvider } from '@vitrine/client/react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { markFailedPictures } from './shop/failed-pictures.ts'
import { target } from './shop/target.ts'
import { applyFontsLater, applyTheme } from './shop/theme.ts'
import { whenReady } from './shop/when-ready.ts'

applyTheme()
applyFontsLater()
markFailedPictures()
const root = createRoot(document.getElementById('app')!)
await loadWords(shopperMarket.get().locale)
await whenReady((waitingFor) => root.render(<StartingPage waitingFor={waitingFor} />), start)

async function start(): Promise<void> {
  const visit = startVisit().catch(() => undefined)
  // The currency of other shops is only known after the start of the visit.
  if (!target.isDemo) await visit
  root.render(
    <VitrineProvider client={client} tracker={tracker}>
      <App />
    </VitrineProvider>,
  )
}

async function startVisit(): Promise<void> {
  const answer = await client.init({ userId: visitorId, pageUrl: location.href })
  setOwnCurrency(answer.config.shop.currency)
  client.setSessionToken(answer.sessionToken)
  tracker.setAnalyticsEnabled(answer.config.analyticsEnabled)
}

/** Shown only at the very first start, while the service creates the demo shop. */
function StartingPage({ waitingFor }: { waitingFor: string[] }) {
  const words = useWords()
  return (
    <main className="page starting">
      <h1>{words.starting}</h1>
      <p role="status">
        {words.startingNote}
        {waitingFor[0] ? `: ${waitingFor[0]}` : ''} …
      </p>
    </main>
  )
}
