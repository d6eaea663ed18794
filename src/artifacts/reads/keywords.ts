import type { World } from '../../kit/world.ts'
import { artifactKeywords } from '../model/keywords.ts'
import { allItemNames } from '../store/item-names.ts'

/** Words that lead to an artifact when a number follows, in lower case; remembered until a tracker changes. */
export const keywordsOf = (world: Pick<World, 'db' | 'cache'>): Promise<ReadonlySet<string>> =>
  world.cache.getOrLoad('trackers', 'keywords', async () => {
    const names = await allItemNames(world.db.read)
    return new Set([...artifactKeywords, ...names.map((name) => name.toLowerCase())])
  })
