/** Roles of users who sign in. Admin keys act as owners of their shop. */
export const ADMIN_ROLES = ['owner', 'merchandiser', 'analyst', 'developer'] as const
export type AdminRole = (typeof ADMIN_ROLES)[number]
