import { VitrineProvider } from '@vitrine/client/react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { client } from './shop/api.ts'
import { startVisit } from './shop/visit.ts'

void startVisit()
createRoot(document.getElementById('app')!).render(
  <VitrineProvider client={client}>
    <App />
  </VitrineProvider>,
)
