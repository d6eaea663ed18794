import type { Caller } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import type { DigestKey } from '../model/digest.ts'
import { type InboxEntry, listInbox } from './list-inbox.ts'

/** More changes are only counted. */
const maxEntries = 100

export interface Digest {
  /** Newest first. */
  readonly entries: readonly InboxEntry[]
  readonly size: number
}

/** Returns the changes of a digest that the user sees now and has not read. */
export const listDigest = (
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  { user, day }: DigestKey<UserId>,
): Promise<Digest> => listInbox(world, caller, user, { digest: day }, { limit: maxEntries, offset: 0 })
