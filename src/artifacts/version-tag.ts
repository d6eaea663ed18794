import { strongEtag } from '../kit/http/etag.ts'
import type { ArtifactGlance } from './model/artifact.ts'

/**
 * The entity tag of an artifact in two parts (docs/decisions/0006-entity-tags.md): before the dot what stands for its
 * version, the same for everyone, to which `If-Match` is held; behind it what else the answer shows.
 */
export function versionTag(
  { id, version, stamp }: Pick<ArtifactGlance, 'id' | 'version' | 'stamp'>,
  around: string,
): string {
  const own = strongEtag('artifact', id, version).slice(1, -1)
  return `"${own}.${strongEtag(stamp, around).slice(1, -1)}"`
}
