import {
  closeSessionRoute,
  createLinkRoute,
  createUserRoute,
  deleteUserRoute,
  getSessionRoute,
  listUsersRoute,
  openSessionRoute,
  shopAuditRoute,
  signInOptionsRoute,
  updateUserRoute,
} from '@vitrine/contract'
import {
  createUser,
  createUserLink,
  deleteUser,
  listAudit,
  listUsers,
  updateUser,
} from '../../features/access/manage-users.ts'
import { type AccessDeps, LONGEST_MS, viewSession } from '../../features/access/sessions.ts'
import { hasUsers, signIn } from '../../features/access/sign-in.ts'
import type { App } from '../app.ts'

export function adminAccessRoutes(app: App, deps: AccessDeps): void {
  sessionRoutes(app, deps)
  userRoutes(app, deps)
  app.admin(shopAuditRoute, ({ params, query }) => listAudit(deps.store, params.shop!, query))
}

function sessionRoutes(app: App, deps: AccessDeps): void {
  app.admin(signInOptionsRoute, async () => ({ demo: deps.demoSignIn, first_owner: !(await hasUsers(deps)) }))
  app.admin(openSessionRoute, async ({ body, address, nowMs, setSession, noteAudit }) => {
    // Throws if no cookie can be set, so that the sign-in link is not used up.
    setSession(null, 0)
    const { token, actor } = await signIn(deps, body, { address, nowMs })
    setSession(token, LONGEST_MS / 1000)
    noteAudit({ actor: actor.name })
    return viewSession(actor)
  })
  app.admin(getSessionRoute, ({ actor }) => viewSession(actor))
  app.admin(closeSessionRoute, async ({ actor, setSession }) => {
    if (!actor.session) return
    await deps.store.deleteSession(actor.session.hash)
    setSession(null, 0)
  })
}

function userRoutes(app: App, deps: AccessDeps): void {
  app.admin(listUsersRoute, ({ actor, query: { after, limit } }) =>
    listUsers(deps, actor, { after, limit: limit === undefined ? undefined : Number(limit) }),
  )
  app.admin(createUserRoute, ({ currentActor, body, nowMs }) => createUser(deps, currentActor, body, nowMs))
  app.admin(updateUserRoute, ({ currentActor, params, body, nowMs }) =>
    updateUser(deps, currentActor, params.id!, { ...body, nowMs }),
  )
  app.admin(deleteUserRoute, ({ currentActor, params }) => deleteUser(deps, currentActor, params.id!))
  app.admin(createLinkRoute, ({ currentActor, params, nowMs }) => createUserLink(deps, currentActor, params.id!, nowMs))
}
