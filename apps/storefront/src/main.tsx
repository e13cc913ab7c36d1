import { VitrineProvider } from '@vitrine/client/react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { StartingPage } from './pages/starting-page.tsx'
import { client } from './shop/api.ts'
import { startVisit } from './shop/visit.ts'
import { whenReady } from './shop/when-ready.ts'

const root = createRoot(document.getElementById('app')!)
await whenReady((waitingFor) => root.render(<StartingPage waitingFor={waitingFor} />))
void startVisit()
root.render(
  <VitrineProvider client={client}>
    <App />
  </VitrineProvider>,
)
