/** Extends Hydrogen's content security policy by Vitrine and the pictures of its demo shop. */
import { createContentSecurityPolicy } from '@shopify/hydrogen'
import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { baseUrl } from '~/lib/vitrine'

export default async function handleRequest(request: Request, status: number, headers: Headers, entry: EntryContext) {
  const { nonce, header, NonceProvider } = createContentSecurityPolicy({
    connectSrc: [baseUrl],
    imgSrc: ["'self'", 'data:', 'https://cdn.shopify.com', baseUrl],
  })
  const body = await renderToReadableStream(
    <NonceProvider>
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
    </NonceProvider>,
    { nonce, signal: request.signal },
  )
  headers.set('Content-Type', 'text/html')
  headers.set('Content-Security-Policy', header)
  return new Response(body, { headers, status })
}
