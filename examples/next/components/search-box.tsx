'use client'

import { useInstantSearch, useSearchEvents, useTracker } from '@vitrine/client/react'
import Link from 'next/link'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { type FormEvent, useEffect, useState } from 'react'
import { useCart } from '@/lib/cart'

const searchFor = (query: string) => `/search?${new URLSearchParams({ q: query })}`

export function SearchBox() {
  const router = useRouter()
  const tracker = useTracker()
  const asked = useSearchParams().get('q') ?? ''
  const path = usePathname()
  const [text, setText] = useState(asked)
  const [isOpen, setOpen] = useState(false)
  const { data } = useInstantSearch({ query: text, limit: 5 }, { enabled: isOpen && text !== '', debounceMs: 120 })
  const { clicked } = useSearchEvents(data, { source: 'instant' })

  useEffect(() => {
    setText(asked)
    setOpen(false)
  }, [asked, path])

  function submit(event: FormEvent): void {
    event.preventDefault()
    setOpen(false)
    router.push(searchFor(text))
    void tracker.standard('search_submitted', { searchResult: { query: text } })
  }

  return (
    <form onSubmit={submit} className="search-box">
      <input
        type="search"
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
              <Link href={searchFor(suggestion)}>{suggestion}</Link>
            </li>
          ))}
          {data.products.map((product) => (
            <li key={product.productId}>
              <Link href={`/products/${product.handle}`} onClick={() => clicked(product)}>
                {product.title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}

export function CartLink() {
  const { lines } = useCart()
  return <Link href="/cart">Cart ({lines.reduce((sum, { quantity }) => sum + quantity, 0)})</Link>
}
