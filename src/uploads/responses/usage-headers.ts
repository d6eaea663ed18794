import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { World } from '../../world/model/world.ts'
import { loadUsageAndQuota } from '../reads/temporary-usage.ts'
import { buildUsageHeaders } from '../representations/temporary-usage.ts'

/** Returns the headers of every response about temporary files (docs/api/attachments.md §6.4). */
export const loadUsageHeaders = async (caller: Caller | null, world: World) =>
  buildUsageHeaders(await loadUsageAndQuota(world, caller && getUserId(caller)))
