import { Link } from '../router.tsx'

const PAGES = [
  ['about', 'About us'],
  ['shipping-and-returns', 'Shipping and returns'],
  ['size-guide', 'Size guide'],
  ['care-guide', 'Care guide'],
  ['sustainability', 'Sustainability'],
] as const

export function Footer() {
  return (
    <footer className="footer">
      <p>
        A demo shop, drawn and stocked by a program, served by Vitrine. Nothing here can be bought. See the{' '}
        <a href="/docs/">API</a>.
      </p>
      <nav aria-label="Pages">
        {PAGES.map(([handle, title]) => (
          <Link key={handle} to={`/pages/${handle}`}>
            {title}
          </Link>
        ))}
      </nav>
    </footer>
  )
}
