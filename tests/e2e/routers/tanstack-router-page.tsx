import { VitrineProvider } from '@vitrine/client/react'
import { plainSearch, useSearchState } from '@vitrine/client/tanstack-router'
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { client, load, newRoot, Results } from './shop.tsx'

const root = createRootRoute()
const page = createRoute({
  getParentRoute: () => root,
  path: '$',
  loaderDeps: ({ search }) => search,
  loader: ({ location }) => load(location.searchStr),
  component: Page,
})

function Page() {
  const navigate = page.useNavigate()
  return (
    <Results search={useSearchState()} initialData={page.useLoaderData()}>
      <page.Link to="." search={{ q: 'lamp' }}>
        Lamps
      </page.Link>
      <button id="push" type="button" onClick={() => navigate({ to: '.', search: { q: 'mug' } })}>
        Mugs
      </button>
    </Results>
  )
}

const router = createRouter({ routeTree: root.addChildren([page]), ...plainSearch })
createRoot(newRoot()).render(
  <VitrineProvider client={client}>
    <RouterProvider router={router as never} />
  </VitrineProvider>,
)
