import type { RequestViewer } from '../../artifacts/responses/artifact-cache.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { renderLocale } from '../../site/reads/render-locale.ts'
import type { World } from '../../world/model/world.ts'

/** The caller and their locale, for output in the words of the API. */
export const createCliViewer = async (world: World, caller: Caller): Promise<RequestViewer> => ({
  caller,
  ...(await renderLocale(world)),
  revisionKey: world.cache.revisionKey,
})
