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
  // Another shop's currency is only known once the visit has started; the demo does not wait for it.
  if (!target.isDemo) await visit
  root.render(
    <VitrineProvider client={client}>
      <App />
    </VitrineProvider>,
  )
}
