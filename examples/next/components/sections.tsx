/** The recommendation sections of a page, asked for on the server. Wrap it in `<Suspense>`, and the page does not wait for it. */
import type { SectionsRequest } from '@vitrine/client'
import { visitorId } from '@/lib/visitor'
import { vitrine } from '@/lib/vitrine'
import { SectionList } from './section-list'

export async function Sections(request: Pick<SectionsRequest, 'pageType' | 'productId'>) {
  // A page without recommendations is better than none.
  const answer = await vitrine.sections({ ...request, userId: await visitorId() }).catch(() => null)
  return answer && <SectionList answer={answer} />
}
