import type { World } from '../../kit/world.ts'
import { artifactKeywords } from '../model/artifact-keywords.ts'
import { loadAllItemNames } from '../store/item-names.ts'

/** Words that lead to an artifact when a number follows, in lower case; remembered until a tracker changes. */
export const loadKeywords = (world: Pick<World, 'db' | 'cache'>): Promise<ReadonlySet<string>> =>
  world.cache.getOrLoad('trackers', 'keywords', async () => {
    const names = await loadAllItemNames(world.db.read)
    return new Set([...artifactKeywords, ...names.map((name) => name.toLowerCase())])
  })
