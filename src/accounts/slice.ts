import type { Slice } from '../http/declarations/slice.ts'
import { avatar } from './endpoints/avatar.ts'
import { deleteSitePermissions } from './routes/delete-site-permissions.ts'
import { deleteUsersIdPreferences } from './routes/delete-users-id-preferences.ts'
import { getAuditActions } from './routes/get-audit-actions.ts'
import { getAuditLog } from './routes/get-audit-log.ts'
import { getSitePermissions } from './routes/get-site-permissions.ts'
import { getSiteUsers } from './routes/get-site-users.ts'
import { getSiteUser } from './routes/get-site-users-id.ts'
import { getUsers } from './routes/get-users.ts'
import { getUsersId } from './routes/get-users-id.ts'
import { getUsersIdPreferences } from './routes/get-users-id-preferences.ts'
import { getUsersMemberships } from './routes/get-users-memberships.ts'
import { patchUsersIdPreferences } from './routes/patch-users-id-preferences.ts'
import { postSitePermissions } from './routes/post-site-permissions.ts'
import { postUsers } from './routes/post-users.ts'

/** Users, their preferences and groups. */
export const accounts: Slice = {
  routes: [
    deleteSitePermissions,
    deleteUsersIdPreferences,
    getAuditActions,
    getAuditLog,
    getSitePermissions,
    getSiteUsers,
    getSiteUser,
    getUsersIdPreferences,
    getUsersId,
    getUsersMemberships,
    getUsers,
    patchUsersIdPreferences,
    postSitePermissions,
    postUsers,
  ],
  endpoints: [avatar],
  jobs: [],
}
