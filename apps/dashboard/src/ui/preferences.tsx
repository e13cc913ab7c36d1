import { useState } from 'react'
import { type Language, useWords } from '../messages/messages.tsx'

type Theme = 'system' | 'light' | 'dark'
const STORED = 'vitrine-theme'

/** Runs before the first screen is drawn, so that the wrong theme does not flash. */
export function applyStoredTheme(): Theme {
  const stored = localStorage.getItem(STORED)
  const theme = stored === 'light' || stored === 'dark' ? stored : 'system'
  document.documentElement.dataset.theme = theme
  return theme
}

export function Preferences() {
  const { t, language, setLanguage } = useWords()
  const [theme, setTheme] = useState(applyStoredTheme)
  const choose = (next: Theme) => {
    localStorage.setItem(STORED, next)
    setTheme(applyStoredTheme())
  }
  return (
    <div className="preferences">
      <select
        className="input"
        aria-label={t('shell.language')}
        value={language}
        onChange={(event) => setLanguage(event.target.value as Language)}
      >
        <option value="en">English</option>
        <option value="de">Deutsch</option>
      </select>
      <select
        className="input"
        aria-label={t('shell.theme')}
        value={theme}
        onChange={(event) => choose(event.target.value as Theme)}
      >
        <option value="system">{t('shell.theme.system')}</option>
        <option value="light">{t('shell.theme.light')}</option>
        <option value="dark">{t('shell.theme.dark')}</option>
      </select>
    </div>
  )
}
