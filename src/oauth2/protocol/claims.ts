import type { User } from '../../accounts/model/user.ts'

/** Returns the claims of `/oauth2/userinfo` about a user, by the scopes of the token (docs/api/oauth2.md §8). */
export const buildClaims = (
  user: User & { readonly isEmailVouchedFor: boolean },
  scopes: readonly string[],
  { origin, timezone }: { readonly origin: string; readonly timezone: string },
): Readonly<Record<string, string | boolean>> => {
  const profile = `${origin}/users/${encodeURIComponent(user.login)}`
  return {
    sub: String(user.id),
    ...(scopes.includes('email')
      ? {
          email: user.email,
          // An address that only its owner claims is not verified (decision 0027).
          email_verified: user.isEmailVouchedFor && (user.status === 'A' || user.status === 'R'),
        }
      : {}),
    ...(scopes.includes('profile')
      ? {
          name: user.realName,
          preferred_username: user.login,
          profile,
          picture: `${profile}/avatar.png`,
          zoneinfo: timezone,
          locale: 'en-US',
        }
      : {}),
  }
}
