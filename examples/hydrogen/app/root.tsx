import { useNonce } from '@shopify/hydrogen'
import type { ReactNode } from 'react'
import { Link, Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import { Providers } from '~/components/providers'
import { SearchBox } from '~/components/search-box'
import type { Route } from './+types/root'
import styles from './shop.css?url'

export const meta = () => [{ title: 'Shop' }]
export const links = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: 'data:,' },
]

export async function loader({ context, request }: Route.LoaderArgs) {
  // Oxygen's header with the shopper's country, which decides if consent is required.
  return { cart: await context.cart.get(), country: request.headers.get('oxygen-buyer-country') ?? undefined }
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function App() {
  const data = useRouteLoaderData<typeof loader>('root')
  return (
    <Providers country={data?.country}>
      <header>
        <Link to="/">Shop</Link>
        <SearchBox />
        <Link to="/image-search">Search by picture</Link>
        <Link to="/cart">Cart ({data?.cart?.totalQuantity ?? 0})</Link>
      </header>
      <main>
        <Outlet />
      </main>
    </Providers>
  )
}
