import type { World } from '../../world/model/world.ts'
import { artifactKeywords } from '../model/artifact-keywords.ts'
import { loadAllItemNames } from '../store/item-names.ts'

/**
 * Returns the keywords that refer to an artifact when a number follows, in lower case; cached until a tracker changes.
 */
export const loadKeywords = (world: Pick<World, 'db' | 'cache'>): Promise<ReadonlySet<string>> =>
  world.cache.getOrLoad('trackers', 'keywords', async () => {
    const names = await loadAllItemNames(world.db.read)
    return new Set([...artifactKeywords, ...names.map((name) => name.toLowerCase())])
  })
