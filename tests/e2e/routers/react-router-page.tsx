import type { SearchResponse } from '@vitrine/client'
import { VitrineProvider } from '@vitrine/client/react'
import { useSearchState } from '@vitrine/client/react-router'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Link, useLoaderData, useNavigate } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { client, load, newRoot, Results } from './shop.tsx'

function Page() {
  const navigate = useNavigate()
  return (
    <Results search={useSearchState()} initialData={useLoaderData<SearchResponse>()}>
      <Link to="?q=lamp">Lamps</Link>
      <button id="push" type="button" onClick={() => navigate('?q=mug')}>
        Mugs
      </button>
    </Results>
  )
}

const loader = ({ request }: { request: Request }) => load(new URL(request.url).search)
const router = createBrowserRouter([{ path: '*', Component: Page, loader, HydrateFallback: () => null }])
createRoot(newRoot()).render(
  <VitrineProvider client={client}>
    <RouterProvider router={router} />
  </VitrineProvider>,
)
