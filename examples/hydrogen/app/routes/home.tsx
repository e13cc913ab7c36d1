import { Sections } from '~/components/sections'
import { visitorId, vitrine } from '~/lib/vitrine'
import type { Route } from './+types/home'

export function loader({ request }: Route.LoaderArgs) {
  return { sections: vitrine.sections({ pageType: 'home', userId: visitorId(request) }).catch(() => null) }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h1>Welcome</h1>
      <Sections answer={loaderData.sections} />
    </>
  )
}
