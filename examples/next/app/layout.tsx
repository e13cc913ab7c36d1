import Link from 'next/link'
import { headers } from 'next/headers'
import { type ReactNode, Suspense } from 'react'
import { Providers } from '@/components/providers'
import { CartLink, SearchBox } from '@/components/search-box'
import './shop.css'

export const metadata = { title: 'Shop' }

export default async function Layout({ children }: { children: ReactNode }) {
  // Your host's header with the shopper's country, which decides if consent is required.
  const country = (await headers()).get('x-vercel-ip-country') ?? undefined
  return (
    <html lang="en">
      <head>
        {/* Without this link, the browser may request an icon before Next.js has streamed its metadata. */}
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
