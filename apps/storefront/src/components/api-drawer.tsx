/** Developer view of the page's API calls: duration, response, and the reason for each product's rank. */
import { useState } from 'react'
import { exchanges, type LoggedExchange } from '../shop/api.ts'
import { target } from '../shop/target.ts'
import { useWords } from '../shop/words.ts'
import { Icon } from './icons.tsx'

export function ApiDrawer() {
  const words = useWords()
  const [open, setOpen] = useState(false)
  const list = exchanges.use()
  const newest = list.find((one) => !one.path.includes('/events'))
  return (
    <>
      <button type="button" className="drawer-toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="code" size={18} />
        <span>{words.apiSaid}</span>
        {newest && <small>{newest.ms} ms</small>}
      </button>
      {open && (
        <aside className="drawer" aria-label={words.apiSaid}>
          <header>
            <h2>{words.apiSaid}</h2>
            <button type="button" className="icon-button" aria-label={words.close} onClick={() => setOpen(false)}>
              <Icon name="close" />
            </button>
          </header>
          <ol>
            {list.map((exchange) => (
              <li key={exchange.number}>
                <ExchangeRow exchange={exchange} />
              </li>
            ))}
          </ol>
        </aside>
      )}
    </>
  )
}

function ExchangeRow({ exchange }: { exchange: LoggedExchange }) {
  const words = useWords()
  const eventName = (exchange.request as { event?: { name?: string } })?.event?.name
  return (
    <details>
      <summary>
        <code>{exchange.path.replace('/api/storefront', '')}</code>
        {eventName && <em>{eventName}</em>}
        <span className={exchange.status < 400 ? 'ok' : 'bad'}>{exchange.status}</span>
        <span>{exchange.ms} ms</span>
      </summary>
      <CopyAsCurl exchange={exchange} />
      <Reasons response={exchange.response} />
      <h3>{words.request}</h3>
      <pre>{shorten(exchange.request)}</pre>
      <h3>{words.response}</h3>
      <pre>{shorten(exchange.response)}</pre>
    </details>
  )
}

function CopyAsCurl({ exchange }: { exchange: LoggedExchange }) {
  const words = useWords()
  const [copied, setCopied] = useState(false)
  if (exchange.request instanceof FormData) return null
  const copy = () => void navigator.clipboard.writeText(curlOf(exchange)).then(() => setCopied(true))
  return (
    <button type="button" className="button button-quiet" onClick={copy}>
      {copied ? words.copied : words.copyCurl}
    </button>
  )
}

/** A shell cannot escape a single quote within single quotes, so each becomes `'\''`. */
function curlOf({ path, request }: LoggedExchange): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const headers = [`authorization: Bearer ${target.apiKey}`, `x-shop: ${target.shop}`, 'content-type: application/json']
  return [
    `curl -X POST ${quoted(location.origin + path)}`,
    ...headers.map((header) => `-H ${quoted(header)}`),
    `-d ${quoted(JSON.stringify(request ?? {}))}`,
  ].join(' \\\n  ')
}

interface Explained {
  title?: string
  product_id: number
  explanation?: Record<string, unknown>
}

/** A search explains its products at the top level; sections explain theirs section by section. */
function Reasons({ response }: { response: unknown }) {
  const words = useWords()
  const { products = [], sections = [] } = (response ?? {}) as {
    products?: Explained[]
    sections?: { title: string; products: Explained[] }[]
  }
  const groups = [...(products.length > 0 ? [{ title: words.results, products }] : []), ...sections]
  return groups.map((group) => (
    <div key={group.title} className="reasons">
      <h3>{group.title}</h3>
      <ol>
        {group.products
          .filter((product) => product.explanation)
          .map((product) => (
            <li key={product.product_id}>
              <b>{product.title ?? product.product_id}</b> <span>{readable(product.explanation ?? {})}</span>
            </li>
          ))}
      </ol>
    </div>
  ))
}

function readable(explanation: Record<string, unknown>): string {
  if (typeof explanation.reason === 'string') return explanation.reason
  return Object.entries(explanation)
    .filter(([, value]) => value !== null && value !== 0 && !(Array.isArray(value) && value.length === 0))
    .map(
      ([key, value]) =>
        `${key.replaceAll('_', ' ')}: ${typeof value === 'number' ? Math.round(value * 1000) / 1000 : typeof value === 'object' ? JSON.stringify(value) : value}`,
    )
    .join(' · ')
}

const LONGEST = 6000

function shorten(value: unknown): string {
  if (value instanceof FormData) return '(a picture)'
  const text = JSON.stringify(value, null, 2) ?? ''
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}\n…` : text
}
