import type { Slice } from '../http/declarations/slice.ts'
import { oidcLogin } from './endpoints/oidc-login.ts'
import { oidcLoginCallback } from './endpoints/oidc-login-callback.ts'
import { requestPasswordReset } from './jobs/request-password-reset.ts'
import { sendEmailConfirmation } from './jobs/send-email-confirmation.ts'
import { sendPasswordReset } from './jobs/send-password-reset.ts'
import { sendSecurityEmail } from './jobs/send-security-email.ts'
import { deleteAccessKeysId } from './routes/delete-access-keys-id.ts'
import { deleteIdentityProvidersId } from './routes/delete-identity-providers-id.ts'
import { deleteSession } from './routes/delete-session.ts'
import { deleteSiteAccessKeysId } from './routes/delete-site-access-keys-id.ts'
import { deleteTokens } from './routes/delete-tokens.ts'
import { deleteTokensToken } from './routes/delete-tokens-token.ts'
import { deleteUsersIdPendingEmail } from './routes/delete-users-id-pending-email.ts'
import { deleteUsersIdSecondFactors } from './routes/delete-users-id-second-factors.ts'
import { deleteUsersIdSecondFactorsPasskeysPid } from './routes/delete-users-id-second-factors-passkeys-pid.ts'
import { deleteUsersIdSecondFactorsTotp } from './routes/delete-users-id-second-factors-totp.ts'
import { deleteUsersIdSessions } from './routes/delete-users-id-sessions.ts'
import { deleteUsersIdSessionsSid } from './routes/delete-users-id-sessions-sid.ts'
import { getAccessKeysId } from './routes/get-access-keys-id.ts'
import { getIdentityProviders } from './routes/get-identity-providers.ts'
import { getScopes } from './routes/get-scopes.ts'
import { getSession } from './routes/get-session.ts'
import { getSetup } from './routes/get-setup.ts'
import { getSiteAccessKeys } from './routes/get-site-access-keys.ts'
import { getUsersIdAccessKeys } from './routes/get-users-id-access-keys.ts'
import { getUsersIdSecondFactors } from './routes/get-users-id-second-factors.ts'
import { getUsersIdSessions } from './routes/get-users-id-sessions.ts'
import { patchIdentityProvidersId } from './routes/patch-identity-providers-id.ts'
import { patchUsersId } from './routes/patch-users-id.ts'
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
import { postTokens } from './routes/post-tokens.ts'
import { postUsersIdPasswordReset } from './routes/post-users-id-password-reset.ts'
import { postUsersIdSecondFactorsPasskeys } from './routes/post-users-id-second-factors-passkeys.ts'
import { postUsersIdSecondFactorsPasskeysOptions } from './routes/post-users-id-second-factors-passkeys-options.ts'
import { postUsersIdSecondFactorsRecoveryCodes } from './routes/post-users-id-second-factors-recovery-codes.ts'
import { postUsersIdSecondFactorsTotp } from './routes/post-users-id-second-factors-totp.ts'
import { putUsersIdPassword } from './routes/put-users-id-password.ts'
import { putUsersIdSecondFactorsTotp } from './routes/put-users-id-second-factors-totp.ts'

/** Credentials: passwords, sessions, second factors, keys, identity providers. */
export const signIn: Slice = {
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
    deleteIdentityProvidersId,
    deleteTokensToken,
    deleteTokens,
    deleteUsersIdPendingEmail,
    getAccessKeysId,
    getIdentityProviders,
    deleteSiteAccessKeysId,
    getSiteAccessKeys,
    getUsersIdAccessKeys,
    patchIdentityProvidersId,
    patchUsersId,
    postAccessKeys,
    postEmailConfirmations,
    postIdentityProviders,
    postPasswordResetRequests,
    postPasswordResets,
    postTokens,
    postUsersIdPasswordReset,
    putUsersIdPassword,
    getScopes,
  ],
  endpoints: [oidcLogin, oidcLoginCallback],
  jobs: [requestPasswordReset, sendEmailConfirmation, sendSecurityEmail, sendPasswordReset],
}
