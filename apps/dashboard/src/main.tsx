import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { applyStoredTheme } from './ui/preferences.tsx'

applyStoredTheme()
createRoot(document.getElementById('app')!).render(<App />)
