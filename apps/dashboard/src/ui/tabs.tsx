/** The tabs of a screen. Each has its own URL. */
import { Link, usePlace } from '../router.ts'

interface TabsProps<Tab extends string> {
  label: string
  tabs: readonly { key: Tab; label: string }[]
  current: Tab
}

export function Tabs<Tab extends string>({ label, tabs, current }: TabsProps<Tab>) {
  const { parts, query } = usePlace()
  const first = tabs[0]?.key
  const address = (key: Tab) => {
    const next = new URLSearchParams(query)
    if (key === first) next.delete('tab')
    else next.set('tab', key)
    const text = next.toString()
    return `/${parts.map(encodeURIComponent).join('/')}${text && `?${text}`}`
  }
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ key, label: title }) => (
        <Link key={key} to={address(key)} aria-current={key === current ? 'page' : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  )
}

export function useTab<Tab extends string>(tabs: readonly Tab[]): Tab {
  const chosen = usePlace().query.get('tab')
  return tabs.find((tab) => tab === chosen) ?? tabs[0]!
}
