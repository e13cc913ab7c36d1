import { VitrineProvider } from '@vitrine/client/react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { StartingPage } from './pages/starting-page.tsx'
import { client } from './shop/api.ts'
import { markFailedPictures } from './shop/failed-pictures.ts'
import { shopperMarket } from './shop/market.ts'
import { target } from './shop/target.ts'
import { applyFontsLater, applyTheme } from './shop/theme.ts'
import { startVisit } from './shop/visit.ts'
import { whenReady } from './shop/when-ready.ts'
import { loadWords } from './shop/words.ts'

applyTheme()
applyFontsLater()
markFailedPictures()
const root = createRoot(document.getElementById('app')!)
await loadWords(shopperMarket.get().locale)
await whenReady((waitingFor) => root.render(<StartingPage waitingFor={waitingFor} />), start)

async function start(): Promise<void> {
  const visit = startVisit().catch(() => undefined)
  // The currency of a shop other than the demo is known only once the visit has started.
  if (!target.isDemo) await visit
  root.render(
    <VitrineProvider client={client}>
      <App />
    </VitrineProvider>,
  )
}
