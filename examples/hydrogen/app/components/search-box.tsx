import { useInstantSearch, useSearchEvents, useTracker } from '@vitrine/client/react'
import { useEffect, useState } from 'react'
import { Form, Link, useLocation } from 'react-router'

const searchFor = (query: string) => `/search?${new URLSearchParams({ q: query })}`

export function SearchBox() {
  const tracker = useTracker()
  const { pathname, search } = useLocation()
  const asked = new URLSearchParams(search).get('q') ?? ''
  const [text, setText] = useState(asked)
  const [isOpen, setOpen] = useState(false)
  const { data } = useInstantSearch({ query: text, limit: 5 }, { enabled: isOpen && text !== '', debounceMs: 120 })
  const { clicked } = useSearchEvents(data, { source: 'instant' })

  useEffect(() => {
    setText(asked)
    setOpen(false)
  }, [asked, pathname])

  function onSubmit(): void {
    setOpen(false)
    void tracker.standard('search_submitted', { searchResult: { query: text } })
  }

  return (
    <Form action="/search" onSubmit={onSubmit} className="search-box">
      <input
        type="search"
        name="q"
        aria-label="Search"
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setOpen(true)
        }}
      />
      {isOpen && data && (
        <ul aria-label="Suggestions">
          {data.suggestions.map(({ text: suggestion }) => (
            <li key={suggestion}>
              <Link to={searchFor(suggestion)}>{suggestion}</Link>
            </li>
          ))}
          {data.products.map((product) => (
            <li key={product.productId}>
              <Link to={`/products/${product.handle}`} onClick={() => clicked(product)}>
                {product.title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Form>
  )
}
