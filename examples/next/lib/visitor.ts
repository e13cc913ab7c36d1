/** For server components: the id that the browser keeps in a cookie, absent on the very first page. */
import { cookies } from 'next/headers'

export async function visitorId(): Promise<string | undefined> {
  return (await cookies()).get('vitrine_visitor')?.value
}
