import type { User } from '../model/user.ts'

/** What `/oauth2/userinfo` says of a person, by the scopes of the token (docs/api/oauth2.md §8). */
export const buildClaims = (
  user: User & { readonly isEmailVouchedFor: boolean },
  scopes: readonly string[],
  { origin, timezone }: { readonly origin: string; readonly timezone: string },
): Readonly<Record<string, string | boolean>> => {
  const address = `${origin}/users/${encodeURIComponent(user.login)}`
  return {
    sub: String(user.id),
    ...(scopes.includes('email')
      ? {
          email: user.email,
          // What nobody but its owner says is no proof of who he is (decision 0027).
          email_verified: user.isEmailVouchedFor && (user.status === 'A' || user.status === 'R'),
        }
      : {}),
    ...(scopes.includes('profile')
      ? {
          name: user.realName,
          preferred_username: user.login,
          profile: address,
          picture: `${address}/avatar.png`,
          zoneinfo: timezone,
          locale: 'en-US',
        }
      : {}),
  }
}
