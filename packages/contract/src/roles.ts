/** Admin keys have the rights of an owner of their shop. */
export const ADMIN_ROLES = ['owner', 'merchandiser', 'analyst', 'developer'] as const
export type AdminRole = (typeof ADMIN_ROLES)[number]
