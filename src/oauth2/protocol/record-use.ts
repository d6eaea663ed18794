import { credentialPermit } from '../../kit/messages/system-permits.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { World } from '../../world/model/world.ts'
import { findGrant, recordGrantUse } from '../store/oauth2-grants.ts'
import type { OAuth2AccessToken } from '../store/oauth2-tokens.ts'

const resolutionSeconds = 3600

/** Records when an app last acted for a user, to the hour as for access keys; no response waits for it. */
export function recordAppUse(
  deps: Pick<World, 'db' | 'cache' | 'clock' | 'log'>,
  token: Pick<OAuth2AccessToken, 'appId' | 'userId'>,
): void {
  const key = `use of app ${token.appId} by ${token.userId}`
  const now = deps.clock.now()
  const lastUse = deps.cache.get<LastUse>('users', key)
  if (lastUse !== undefined && isRecent(lastUse, now)) return
  saveUse(deps, token, key, now).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'recording the last use of an app failed'),
  )
}

interface LastUse {
  on: EpochSeconds | null
}

const isRecent = ({ on }: LastUse, now: EpochSeconds): boolean => on !== null && now - on < resolutionSeconds

async function saveUse(
  { db, cache }: Pick<World, 'db' | 'cache'>,
  { userId, appId }: Pick<OAuth2AccessToken, 'appId' | 'userId'>,
  key: string,
  now: EpochSeconds,
): Promise<void> {
  const grant = await findGrant(db.read, userId, appId)
  if (grant === undefined) return
  const last = await cache.getOrLoad<LastUse>('users', key, async () => ({ on: grant.lastUsedOn }))
  if (isRecent(last, now)) return
  last.on = now
  await db.write((tx) => recordGrantUse(tx, credentialPermit, grant.id, now))
}
