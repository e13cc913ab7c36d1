/** The recommendation sections of a page, fetched on the server. Put them in `<Suspense>`, so that the page does not wait for them. */
import type { SectionsRequest } from '@vitrine/client'
import { cookies } from 'next/headers'
import { vitrine } from '@/lib/vitrine'
import { SectionList } from './section-list'

export async function Sections(request: SectionsRequest) {
  // If recommendations fail, the page is shown without them.
  const answer = await vitrine.sections({ ...request, userId: await visitorId() }).catch(() => null)
  return answer && <SectionList answer={answer} />
}

/** Returns the id from the browser's cookie, for server components; undefined on a visitor's first page. */
export async function visitorId(): Promise<string | undefined> {
  return (await cookies()).get('vitrine_visitor')?.value
}
