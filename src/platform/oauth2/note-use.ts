import type { EpochSeconds } from '../../kit/time.ts'
import type { World } from '../../kit/world.ts'
import { lookForGrant, noteGrantUsed } from '../store/oauth2-grants.ts'
import type { OAuth2AccessToken } from '../store/oauth2-tokens.ts'

const resolutionSeconds = 3600

/** When an app last acted for a person, to the hour as for access keys; no answer waits for it. */
export function noteUse(
  ground: Pick<World, 'db' | 'cache' | 'clock' | 'log'>,
  token: Pick<OAuth2AccessToken, 'appId' | 'userId'>,
): void {
  const key = `use of app ${token.appId} by ${token.userId}`
  const now = ground.clock.now()
  const known = ground.cache.get<LastUse>('users', key)
  if (known !== undefined && isRecent(known, now)) return
  note(ground, token, key, now).catch((error: unknown) =>
    ground.log.warn({ err: error }, 'the last use of an app was not noted'),
  )
}

interface LastUse {
  on: EpochSeconds | null
}

const isRecent = ({ on }: LastUse, now: EpochSeconds): boolean => on !== null && now - on < resolutionSeconds

async function note(
  { db, cache }: Pick<World, 'db' | 'cache'>,
  { userId, appId }: Pick<OAuth2AccessToken, 'appId' | 'userId'>,
  key: string,
  now: EpochSeconds,
): Promise<void> {
  const grant = await lookForGrant(db.read, userId, appId)
  if (grant === undefined) return
  const last = await cache.getOrLoad<LastUse>('users', key, async () => ({ on: grant.lastUsedOn }))
  if (isRecent(last, now)) return
  last.on = now
  await db.write((tx) => noteGrantUsed(tx, grant.id, now))
}
