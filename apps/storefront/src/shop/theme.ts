import { createStoredStore } from './store.ts'

const chosen = createStoredStore<{ theme: 'light' | 'dark' | null }>('vitrine-demo-theme', { theme: null })

export function applyTheme(): void {
  const { theme } = chosen.get()
  if (theme !== null) document.documentElement.dataset.theme = theme
}

/** Loads the fonts after the first picture, which they would delay on a slow connection. */
export function applyFontsLater(): void {
  const onLoad = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) document.documentElement.dataset.fonts = ''
  }
  document.addEventListener('load', onLoad, true)
}

export function toggleTheme(): void {
  chosen.set({ theme: isDark() ? 'light' : 'dark' })
  applyTheme()
}

function isDark(): boolean {
  return (chosen.get().theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark'
}
