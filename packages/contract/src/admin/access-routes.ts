import type { Static } from 'typebox'
import { ADMIN_ROLES } from '../roles.ts'
import { adminRoute, EVERY_ROLE } from '../route.ts'
import { DateTime, List, Name, NonEmpty, Nullable, OneOf, Optional, Text } from '../schema.ts'
import { Type } from '../type.ts'
import { Id } from '../numbers.ts'

const Role = OneOf(ADMIN_ROLES)
const Email = () => NonEmpty({ maxLength: 254, pattern: '^[^\\s@]+@[^\\s@]+$', description: 'E-mail address.' })
/** In characters; shorter passwords can be guessed. */
export const SHORTEST_PASSWORD = 10
const Password = () => Type.String({ minLength: SHORTEST_PASSWORD, maxLength: 200 })
const Shops = Nullable(List(NonEmpty(), 1000, { description: 'The shops the user may work on; null means all shops.' }))

const userExample = {
  id: '0198f2a0-7c1e-7b9a-9d0f-0f6d5b7f2a11',
  email: 'mia@linen-house.example',
  name: 'Mia',
  role: 'merchandiser' as const,
  shops: ['linen-house.myshopify.com'],
  has_password: true,
  created_at: '2026-03-01T12:00:00.000Z',
}

export const UserView = Type.Object({
  id: Text(),
  email: Text(),
  name: Text(),
  role: Role,
  shops: Shops,
  has_password: Type.Boolean(),
  created_at: DateTime(),
})
export type UserView = Static<typeof UserView>

export const SessionView = Type.Object({
  user: Nullable(Type.Object({ id: Text(), email: Text(), name: Text(), has_password: Type.Boolean() })),
  role: Role,
  shops: Shops,
  csrf: Nullable(Text('Send it as `x-csrf` with every write; null for a caller with a key.')),
  opened_by: OneOf(['password', 'link', 'demo', 'key']),
  expires_at: Nullable(DateTime()),
})
export type SessionView = Static<typeof SessionView>

const sessionExample = {
  user: { id: userExample.id, email: userExample.email, name: 'Mia', has_password: true },
  role: 'merchandiser' as const,
  shops: userExample.shops,
  csrf: 'q0uZ3kq8XbqYwq7m8fJ1',
  opened_by: 'password' as const,
  expires_at: '2026-03-08T12:00:00.000Z',
}

export const signInOptionsRoute = adminRoute('GET /sign-in', 'public', {
  summary: 'Show how to sign in',
  response: Type.Object({
    demo: Type.Boolean('true: signing in takes one click. Only while the demo is on, never in production.'),
    first_owner: Type.Boolean('true: there is no user yet. The link that the server printed creates the first one.'),
  }),
  example: { response: { demo: true, first_owner: false } },
})

export const SignInRequest = Type.Object({
  email: Optional(Email()),
  password: Optional(
    Type.String({
      maxLength: 200,
      description: 'With a `link`: the password to set; required if the user has none yet.',
    }),
  ),
  link: Optional(NonEmpty('The token of a one-time link.')),
  demo: Optional(Type.Boolean('true: sign in as the owner of the demo shop.')),
})
export type SignInRequest = Static<typeof SignInRequest>

export const openSessionRoute = adminRoute('POST /session', 'public', {
  summary: 'Sign in',
  description:
    'With `email` and `password`, with the token of a one-time `link`, or in the demo with `demo: true`. The session is an HttpOnly, ' +
    'SameSite=Strict cookie: `__Host-vitrine` over https, `vitrine_session` over http on the same machine; from elsewhere, signing in needs https. ' +
    'It ends after 8 hours without a request, after 7 days, on signing out and when the password changes. A user without a password must send a new `password` with the link; the link for the first owner also needs an `email`.',
  request: SignInRequest,
  bodyRequired: true,
  response: SessionView,
  successStatus: 201,
  otherStatuses: {
    401: 'Wrong e-mail address or password, or a link that is no longer valid.',
    403: 'Signing in needs https.',
  },
  example: { request: { email: userExample.email, password: 'correct horse battery' }, response: sessionExample },
})

export const getSessionRoute = adminRoute('GET /session', EVERY_ROLE, {
  summary: 'Show who is signed in',
  response: SessionView,
  example: { response: sessionExample },
})

export const closeSessionRoute = adminRoute('DELETE /session', EVERY_ROLE, {
  summary: 'Sign out',
  response: Type.Null(),
  successStatus: 204,
})

const OneTimeLink = Type.Object({
  link: Text('Token of a one-time link, valid once and for 24 hours. `/dashboard/#link=TOKEN` signs in.'),
  expires_at: DateTime(),
})
const linkExample = { link: 'zB0w3v8hQ1c7s5kR9tYp', expires_at: '2026-03-02T12:00:00.000Z' }

export const MAX_USERS_PER_PAGE = 1000

export const listUsersRoute = adminRoute('GET /users', ['owner'], {
  summary: 'List the users',
  description:
    'An owner of some shops sees only the users of those shops. Sorted by e-mail address; send `next` as `after` to get the next page.',
  query: {
    after: Optional(
      Type.String({ maxLength: 254, description: 'The e-mail address of the last user of the previous page.' }),
    ),
    limit: Optional(Type.Integer({ minimum: 1, maximum: MAX_USERS_PER_PAGE, description: '1000 by default.' })),
  },
  response: Type.Object({ users: Type.Array(UserView), next: Nullable(Type.String()) }),
  example: { response: { users: [userExample], next: null } },
})

export const createUserRoute = adminRoute('POST /users', ['owner'], {
  summary: 'Add a user',
  description: 'Without a `password`, the user sets one when signing in with the link in the answer, which works once.',
  request: Type.Object({
    email: Email(),
    name: Optional(Name()),
    role: Role,
    shops: Optional(Shops),
    password: Optional(Password()),
  }),
  response: Type.Object({ user: UserView, ...OneTimeLink.properties }),
  successStatus: 201,
  otherStatuses: {
    409: 'A user with this e-mail address already exists, or the shop has as many users as it may have.',
  },
  example: {
    request: { email: userExample.email, name: 'Mia', role: 'merchandiser', shops: userExample.shops },
    response: { user: { ...userExample, has_password: false }, ...linkExample },
  },
})

const NO_USER = { 404: 'There is no such user.' }

export const updateUserRoute = adminRoute('PATCH /users/:id', EVERY_ROLE, {
  summary: 'Change a user',
  description:
    'Users change their own `name` and `password` (with `current_password`, unless they have none or signed in with a link); owners also change ' +
    'role and shops. A new password ends all other sessions of the user; a new role or other shops take effect at once.',
  request: Type.Object({
    name: Optional(Name()),
    role: Optional(Role),
    shops: Optional(Shops),
    password: Optional(Password()),
    current_password: Optional(Type.String({ maxLength: 200 })),
  }),
  bodyRequired: true,
  response: UserView,
  otherStatuses: { ...NO_USER, 409: 'It would leave nobody who owns all shops.' },
  example: { request: { role: 'analyst' }, response: { ...userExample, role: 'analyst' } },
})

export const deleteUserRoute = adminRoute('DELETE /users/:id', ['owner'], {
  summary: 'Remove a user and end their sessions',
  response: Type.Null(),
  successStatus: 204,
  otherStatuses: { ...NO_USER, 409: 'It would leave nobody who owns all shops.' },
})

export const createLinkRoute = adminRoute('POST /users/:id/link', ['owner'], {
  summary: 'Make a one-time sign-in link',
  response: OneTimeLink,
  successStatus: 201,
  otherStatuses: NO_USER,
  example: { response: linkExample },
})

export const AuditView = Type.Object({
  id: Type.Integer(),
  at: DateTime(),
  shop: Nullable(Text()),
  actor: Text('The user’s e-mail address, or `key` and the key’s label.'),
  action: Text('Method and path of the route.'),
  summary: Text(),
  target: Nullable(Text('What was changed within the shop: the id of a product, draft, key or user.')),
  diff: Nullable(Type.Array(Type.Unknown(), { description: 'What changed in the configuration.' })),
})
export type AuditView = Static<typeof AuditView>

const auditQuery = {
  before: Optional(Id('Returns only entries with a smaller id, which gives the next page.')),
  limit: Optional(Type.Integer({ minimum: 1, maximum: 500, description: '100 by default.' })),
}
const auditExample = {
  entries: [
    {
      id: 12,
      at: '2026-03-01T12:00:00.000Z',
      shop: 'linen-house.myshopify.com',
      actor: userExample.email,
      action: 'PATCH /shops/{shop}/config',
      summary: 'Change parts of the configuration',
      target: null,
      diff: [{ path: ['search', 'stop_words'], from: [], to: ['the'] }],
    },
  ],
}

export const shopAuditRoute = adminRoute('GET /shops/:shop/audit', ['owner', 'developer'], {
  summary: 'Show who changed what in the shop',
  description: 'Newest first. Every write over the admin API, with its actor.',
  query: auditQuery,
  response: Type.Object({ entries: Type.Array(AuditView) }),
  example: { response: auditExample },
})
