import { Link } from '../router.ts'
import { developerView } from '../shop/developer-view.ts'
import { target } from '../shop/target.ts'
import { useWords } from '../shop/words.ts'

const PAGES = ['about', 'shipping-and-returns', 'size-guide', 'care-guide', 'sustainability'] as const

export function Footer() {
  const words = useWords()
  const { isOn } = developerView.use()
  return (
    <footer className="footer">
      <p>
        {target.isDemo ? words.footer : words.ownFooter} <a href="/docs/">{words.footerApi}</a>{' '}
        <button
          type="button"
          className="link-button"
          aria-pressed={isOn}
          onClick={() => developerView.set({ isOn: !isOn })}
        >
          {words.developerView}
        </button>
      </p>
      {target.isDemo && (
        <nav aria-label={words.pages}>
          {PAGES.map((handle) => (
            <Link key={handle} to={`/pages/${handle}`}>
              {words[`page ${handle}`]}
            </Link>
          ))}
        </nav>
      )}
    </footer>
  )
}
