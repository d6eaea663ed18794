import type { AuthenticationDeps } from './authentication-method.ts'
import { VerifiedPasswordCache } from './verified-password-cache.ts'

const caches = new WeakMap<object, VerifiedPasswordCache>()

/** Returns the recent verifications of this process, per database. */
export function getVerifiedPasswords({ db }: Pick<AuthenticationDeps, 'db'>): VerifiedPasswordCache {
  const cache = caches.get(db)
  if (cache !== undefined) return cache
  const created = new VerifiedPasswordCache()
  caches.set(db, created)
  return created
}
