import type { Slice } from '../kit/slice.ts'
import { deleteAccessKeysId } from './routes/delete-access-keys-id.ts'
import { deleteBanner } from './routes/delete-banner.ts'
import { deletePlatformPermissions } from './routes/delete-platform-permissions.ts'
import { deleteTokens } from './routes/delete-tokens.ts'
import { deleteTokensToken } from './routes/delete-tokens-token.ts'
import { deleteUsersIdPreferences } from './routes/delete-users-id-preferences.ts'
import { getAccessKeysId } from './routes/get-access-keys-id.ts'
import { getBanner } from './routes/get-banner.ts'
import { getPlatformPermissions } from './routes/get-platform-permissions.ts'
import { getPlatformSettings } from './routes/get-platform-settings.ts'
import { getUsers } from './routes/get-users.ts'
import { getUsersId } from './routes/get-users-id.ts'
import { getUsersIdAccessKeys } from './routes/get-users-id-access-keys.ts'
import { getUsersIdHistory } from './routes/get-users-id-history.ts'
import { getUsersIdPreferences } from './routes/get-users-id-preferences.ts'
import { getUsersMemberships } from './routes/get-users-memberships.ts'
import { getVersion } from './routes/get-version.ts'
import { patchPlatformSettings } from './routes/patch-platform-settings.ts'
import { patchUsersId } from './routes/patch-users-id.ts'
import { patchUsersIdPreferences } from './routes/patch-users-id-preferences.ts'
import { postAccessKeys } from './routes/post-access-keys.ts'
import { postPlatformPermissions } from './routes/post-platform-permissions.ts'
import { postTokens } from './routes/post-tokens.ts'
import { postUsers } from './routes/post-users.ts'
import { putBanner } from './routes/put-banner.ts'
import { putUsersIdHistory } from './routes/put-users-id-history.ts'
import { putUsersIdPassword } from './routes/put-users-id-password.ts'

/** What the platform brings: accounts, ways to sign in, settings. */
export const platform: Slice = {
  routes: [
    deleteAccessKeysId,
    deleteBanner,
    deletePlatformPermissions,
    deleteTokensToken,
    deleteTokens,
    deleteUsersIdPreferences,
    getAccessKeysId,
    getBanner,
    getPlatformPermissions,
    getPlatformSettings,
    getUsersIdAccessKeys,
    getUsersIdHistory,
    getUsersIdPreferences,
    getUsersId,
    getUsersMemberships,
    getUsers,
    getVersion,
    patchPlatformSettings,
    patchUsersIdPreferences,
    patchUsersId,
    postAccessKeys,
    postPlatformPermissions,
    postTokens,
    postUsers,
    putBanner,
    putUsersIdHistory,
    putUsersIdPassword,
  ],
  jobs: [],
}
