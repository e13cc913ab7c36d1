import { createHydrogenContext, createRequestHandler } from '@shopify/hydrogen'
import { createCookieSessionStorage } from 'react-router'
import * as build from 'virtual:react-router/server-build'

export default {
  async fetch(request: Request, env: Env, execution: ExecutionContext): Promise<Response> {
    const sessions = createCookieSessionStorage({
      cookie: { name: 'session', httpOnly: true, sameSite: 'lax', secrets: [env.SESSION_SECRET] },
    })
    const session = await sessions.getSession(request.headers.get('Cookie'))
    const context = createHydrogenContext({
      env,
      request,
      cache: await caches.open('hydrogen'),
      waitUntil: execution.waitUntil.bind(execution),
      session: Object.assign(session, { commit: () => sessions.commitSession(session) }),
      i18n: { language: 'EN', country: 'US' },
    })
    return createRequestHandler({ build, mode: import.meta.env.MODE, getLoadContext: () => context })(request)
  },
}
