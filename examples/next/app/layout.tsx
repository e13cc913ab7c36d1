import Link from 'next/link'
import { headers } from 'next/headers'
import { type ReactNode, Suspense } from 'react'
import { Providers } from '@/components/providers'
import { CartLink, SearchBox } from '@/components/search-box'
import './shop.css'

export const metadata = { title: 'Shop' }

export default async function Layout({ children }: { children: ReactNode }) {
  // The header in which your host gives the shopper's country. Without it, everybody is asked for consent if the shop
  // requires it in any country.
  const country = (await headers()).get('x-vercel-ip-country') ?? undefined
  return (
    <html lang="en">
      <head>
        {/* Next.js may stream its metadata after the page; without this link, the browser would request an icon before that. */}
        <link rel="icon" href="data:," />
      </head>
      <body>
        <Providers country={country}>
          <header>
            <Link href="/">Shop</Link>
            <Suspense>
              <SearchBox />
            </Suspense>
            <Link href="/image-search">Search by picture</Link>
            <CartLink />
          </header>
          <main>{children}</main>
        </Providers>
      </body>
    </html>
  )
}
