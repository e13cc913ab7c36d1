import { useIsConnected } from './api/connection.ts'
import { useWords } from './messages/messages.tsx'
import { Icon, Mark } from './ui/icons.tsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, usePlace } from './router.ts'
import { GROUPS, SCREENS, type Screen } from './screens.ts'
import { useSigned } from './session/session.tsx'
import { Button } from './ui/button.tsx'
import { CommandPalette } from './ui/command-palette.tsx'
import { Preferences } from './ui/preferences.tsx'
import { Toasts } from './ui/toasts.tsx'

export function Shell({ children }: { children: ReactNode }) {
  const { t } = useWords()
  const { parts } = usePlace()
  const [open, setOpen] = useState(false)
  const [searching, setSearching] = useState(false)
  const main = useRef<HTMLElement>(null)
  const screen = parts[0] ?? ''
  const shown = useRef(screen)
  useEffect(() => {
    setOpen(false)
    // Moves the focus into the opened screen for users of a keyboard or a screen reader.
    if (shown.current !== screen) main.current?.focus({ preventScroll: true })
    shown.current = screen
  }, [screen])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setSearching(true)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      <div className="top">
        <Button icon="menu" aria-label={t('shell.menu')} aria-expanded={open} onClick={() => setOpen(!open)} />
        <Mark size={22} />
        <strong className="grow">{useSigned().shop.name}</strong>
        <Button icon="searches" kind="plain" aria-label={t('shell.find')} onClick={() => setSearching(true)} />
      </div>
      {open && <button type="button" className="scrim" aria-label={t('common.close')} onClick={() => setOpen(false)} />}
      <Side open={open} screen={screen} onFind={() => setSearching(true)} />
      <main id="main" className="main" ref={main} tabIndex={-1}>
        <ConnectionBanner />
        {children}
      </main>
      {searching && <CommandPalette onClose={() => setSearching(false)} />}
      <Toasts />
    </div>
  )
}

function Side({ open, screen, onFind }: { open: boolean; screen: string; onFind: () => void }) {
  const { t } = useWords()
  const { session, shops, shop, chooseShop, signOut } = useSigned()
  return (
    <div className="side" data-open={open}>
      <Link to="/" className="brand">
        <Mark />
        <span>
          Vitrine
          <small>{shop.name}</small>
        </span>
      </Link>
      <Button onClick={onFind} icon="searches">
        <span className="grow">{t('shell.find')}</span>
        <kbd className="soft small">{/Mac/.test(navigator.platform) ? '⌘K' : 'Ctrl K'}</kbd>
      </Button>
      <nav className="nav" aria-label={t('shell.navigation')}>
        {GROUPS.map((group) => (
          <NavGroup
            key={group}
            title={t(`nav.group.${group}`)}
            screens={SCREENS.filter((one) => one.group === group)}
            current={screen}
          />
        ))}
      </nav>
      <div className="side-foot">
        {shops.length > 1 && (
          <label className="field">
            <span>{t('shell.shop')}</span>
            <select className="input" value={shop.shop} onChange={(event) => chooseShop(event.target.value)}>
              {shops.map((one) => (
                <option key={one.shop} value={one.shop}>
                  {one.name}
                </option>
              ))}
            </select>
          </label>
        )}
        <Preferences />
        <div className="spread">
          <span>{session.user?.name || session.user?.email}</span>
          <Button small kind="plain" onClick={() => void signOut()}>
            {t('session.signOut')}
          </Button>
        </div>
      </div>
    </div>
  )
}

function NavGroup({ title, screens, current }: { title: string; screens: Screen[]; current: string }) {
  const { t } = useWords()
  if (screens.length === 0) return null
  return (
    <>
      <span className="nav-head">{title}</span>
      {screens.map(({ path, name }) => (
        <Link key={path} to={`/${path}`} aria-current={current === path ? 'page' : undefined}>
          <Icon name={name} />
          {t(`nav.${name}`)}
        </Link>
      ))}
    </>
  )
}

function ConnectionBanner() {
  const { t } = useWords()
  const isConnected = useIsConnected()
  return (
    <div role="status" className="connection" data-away={!isConnected}>
      {!isConnected && (
        <>
          <Icon name="warning" size={16} /> {t('connection.away')}
        </>
      )}
    </div>
  )
}
