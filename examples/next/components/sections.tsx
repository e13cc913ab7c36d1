/** Fetches sections on the server. Put them in `<Suspense>`, so that the page does not wait for them. */
import type { SectionsRequest } from '@vitrine/client'
import { cookies } from 'next/headers'
import { cardOf, vitrine } from '@/lib/vitrine'
import { SectionList } from './section-list'

export async function Sections(request: SectionsRequest) {
  const answer = await vitrine.sections({ ...request, userId: await visitorId() }).catch(() => null)
  if (answer === null) return null
  const sections = answer.sections.map((section) => ({ ...section, products: section.products.map(cardOf) }))
  return <SectionList answer={{ requestId: answer.requestId, sections }} productId={answer.product?.productId} />
}

/** The visitor's id is in a cookie; undefined on the first page. */
export async function visitorId(): Promise<string | undefined> {
  return (await cookies()).get('vitrine_visitor')?.value
}
