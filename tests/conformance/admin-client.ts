import type { Answer, Harness } from './harness.ts'

export interface SignedIn {
  id: string
  csrf: string
  cookie: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** Signs in a new user with this role and these shops (null: all) by a one-time link. */
export async function signedInAs(harness: Harness, role: string, shops: string[] | null): Promise<SignedIn> {
  const email = `${role}-${Math.random().toString(36).slice(2)}@example.com`
  const made = await harness.admin('POST', '/users', { email, role, shops })
  if (made.status !== 201) throw new Error(`the user was not created: ${JSON.stringify(made.body)}`)
  return openSession(harness, { link: made.body.link, password: 'long enough for anybody' })
}

export async function openSession(harness: Harness, request: object): Promise<SignedIn> {
  const opened = await harness.request('/api/admin/v1/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  if (opened.status !== 201) throw new Error(`the link did not sign in the user: ${JSON.stringify(opened.body)}`)
  const cookie = opened.headers.get('set-cookie')!.split(';')[0]!
  const { csrf, user } = opened.body
  return {
    id: user.id,
    csrf,
    cookie,
    call: (method, path, body, headers = {}) =>
      harness.request(`/api/admin/v1${path}`, {
        method,
        headers: {
          cookie,
          'x-csrf': csrf,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  }
}
