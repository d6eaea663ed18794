import type { Slice } from '../http/declarations/slice.ts'
import { oidcLogin } from './endpoints/oidc-login.ts'
import { oidcLoginCallback } from './endpoints/oidc-login-callback.ts'
import { requestPasswordReset } from './jobs/request-password-reset.ts'
import { sendEmailConfirmation } from './jobs/send-email-confirmation.ts'
import { sendPasswordReset } from './jobs/send-password-reset.ts'
import { sendSecurityEmail } from './jobs/send-security-email.ts'
import { deleteAccessKeysId } from './routes/delete-access-keys-id.ts'
import { deleteBanner } from './routes/delete-banner.ts'
import { deleteIdentityProvidersId } from './routes/delete-identity-providers-id.ts'
import { deleteSession } from './routes/delete-session.ts'
import { deleteSitePermissions } from './routes/delete-site-permissions.ts'
import { deleteTokens } from './routes/delete-tokens.ts'
import { deleteTokensToken } from './routes/delete-tokens-token.ts'
import { deleteUsersIdPendingEmail } from './routes/delete-users-id-pending-email.ts'
import { deleteUsersIdPreferences } from './routes/delete-users-id-preferences.ts'
import { deleteUsersIdSecondFactors } from './routes/delete-users-id-second-factors.ts'
import { deleteUsersIdSecondFactorsPasskeysPid } from './routes/delete-users-id-second-factors-passkeys-pid.ts'
import { deleteUsersIdSecondFactorsTotp } from './routes/delete-users-id-second-factors-totp.ts'
import { deleteUsersIdSessions } from './routes/delete-users-id-sessions.ts'
import { deleteUsersIdSessionsSid } from './routes/delete-users-id-sessions-sid.ts'
import { getAccessKeysId } from './routes/get-access-keys-id.ts'
import { getAuditActions } from './routes/get-audit-actions.ts'
import { getAuditLog } from './routes/get-audit-log.ts'
import { getBanner } from './routes/get-banner.ts'
import { getIdentityProviders } from './routes/get-identity-providers.ts'
import { getScopes } from './routes/get-scopes.ts'
import { getSession } from './routes/get-session.ts'
import { getSetup } from './routes/get-setup.ts'
import { getSitePermissions } from './routes/get-site-permissions.ts'
import { getSiteSettings } from './routes/get-site-settings.ts'
import { getSiteUsers } from './routes/get-site-users.ts'
import { getSiteUser } from './routes/get-site-users-id.ts'
import { getUsers } from './routes/get-users.ts'
import { getUsersId } from './routes/get-users-id.ts'
import { getUsersIdAccessKeys } from './routes/get-users-id-access-keys.ts'
import { getUsersIdHistory } from './routes/get-users-id-history.ts'
import { getUsersIdPreferences } from './routes/get-users-id-preferences.ts'
import { getUsersIdSecondFactors } from './routes/get-users-id-second-factors.ts'
import { getUsersIdSessions } from './routes/get-users-id-sessions.ts'
import { getUsersMemberships } from './routes/get-users-memberships.ts'
import { getVersion } from './routes/get-version.ts'
import { patchIdentityProvidersId } from './routes/patch-identity-providers-id.ts'
import { patchSiteSettings } from './routes/patch-site-settings.ts'
import { patchUsersId } from './routes/patch-users-id.ts'
import { patchUsersIdPreferences } from './routes/patch-users-id-preferences.ts'
import { patchUsersIdSecondFactorsPasskeysPid } from './routes/patch-users-id-second-factors-passkeys-pid.ts'
import { postAccessKeys } from './routes/post-access-keys.ts'
import { postEmailConfirmations } from './routes/post-email-confirmations.ts'
import { postIdentityProviders } from './routes/post-identity-providers.ts'
import { postPasswordResetRequests } from './routes/post-password-reset-requests.ts'
import { postPasswordResets } from './routes/post-password-resets.ts'
import { postSession } from './routes/post-session.ts'
import { postSessionPasskey } from './routes/post-session-passkey.ts'
import { postSessionPasskeyOptions } from './routes/post-session-passkey-options.ts'
import { postSessionRecoveryCode } from './routes/post-session-recovery-code.ts'
import { postSessionTotp } from './routes/post-session-totp.ts'
import { postSetup } from './routes/post-setup.ts'
import { postSitePermissions } from './routes/post-site-permissions.ts'
import { postTokens } from './routes/post-tokens.ts'
import { postUsers } from './routes/post-users.ts'
import { postUsersIdPasswordReset } from './routes/post-users-id-password-reset.ts'
import { postUsersIdSecondFactorsPasskeys } from './routes/post-users-id-second-factors-passkeys.ts'
import { postUsersIdSecondFactorsPasskeysOptions } from './routes/post-users-id-second-factors-passkeys-options.ts'
import { postUsersIdSecondFactorsRecoveryCodes } from './routes/post-users-id-second-factors-recovery-codes.ts'
import { postUsersIdSecondFactorsTotp } from './routes/post-users-id-second-factors-totp.ts'
import { putBanner } from './routes/put-banner.ts'
import { putUsersIdHistory } from './routes/put-users-id-history.ts'
import { putUsersIdPassword } from './routes/put-users-id-password.ts'
import { putUsersIdSecondFactorsTotp } from './routes/put-users-id-second-factors-totp.ts'

/** The site: accounts, authentication, settings. */
export const site: Slice = {
  routes: [
    deleteSession,
    deleteUsersIdSessions,
    deleteUsersIdSessionsSid,
    getSession,
    getSetup,
    getUsersIdSessions,
    postSession,
    postSetup,
    deleteUsersIdSecondFactorsPasskeysPid,
    deleteUsersIdSecondFactorsTotp,
    deleteUsersIdSecondFactors,
    getUsersIdSecondFactors,
    patchUsersIdSecondFactorsPasskeysPid,
    postSessionPasskeyOptions,
    postSessionPasskey,
    postSessionRecoveryCode,
    postSessionTotp,
    postUsersIdSecondFactorsPasskeysOptions,
    postUsersIdSecondFactorsPasskeys,
    postUsersIdSecondFactorsRecoveryCodes,
    postUsersIdSecondFactorsTotp,
    putUsersIdSecondFactorsTotp,
    deleteAccessKeysId,
    deleteBanner,
    deleteIdentityProvidersId,
    deleteSitePermissions,
    deleteTokensToken,
    deleteTokens,
    deleteUsersIdPendingEmail,
    deleteUsersIdPreferences,
    getAccessKeysId,
    getAuditActions,
    getAuditLog,
    getBanner,
    getIdentityProviders,
    getSitePermissions,
    getSiteSettings,
    getSiteUsers,
    getSiteUser,
    getUsersIdAccessKeys,
    getUsersIdHistory,
    getUsersIdPreferences,
    getUsersId,
    getUsersMemberships,
    getUsers,
    getVersion,
    patchIdentityProvidersId,
    patchSiteSettings,
    patchUsersIdPreferences,
    patchUsersId,
    postAccessKeys,
    postEmailConfirmations,
    postIdentityProviders,
    postPasswordResetRequests,
    postPasswordResets,
    postSitePermissions,
    postTokens,
    postUsersIdPasswordReset,
    postUsers,
    putBanner,
    putUsersIdHistory,
    putUsersIdPassword,
    getScopes,
  ],
  endpoints: [oidcLogin, oidcLoginCallback],
  jobs: [requestPasswordReset, sendEmailConfirmation, sendSecurityEmail, sendPasswordReset],
}
