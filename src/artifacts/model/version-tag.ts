import { epochOf } from '../../kit/caches/revision-cache.ts'
import { buildStrongEtag } from '../../kit/values/strong-etag.ts'
import type { ArtifactHeader, ArtifactVersion } from './artifact.ts'

/**
 * Returns the part of the entity tag before the dot, which identifies a version for every caller. A version of another
 * epoch of the database is another one, though it has the same number (docs/decisions/0062-database-epochs.md).
 */
export const buildVersionTag = ({ id, version }: Pick<ArtifactHeader, 'id' | 'version'>, epoch: string): string =>
  buildStrongEtag('artifact', id, version, epoch).slice(1, -1)

/**
 * Returns the entity tag of an artifact in two parts (docs/decisions/0006-two-part-entity-tags.md): before the dot its
 * version, which `If-Match` is compared with; after it everything else in the representation. The viewer key begins with
 * the revision key of the request.
 */
export const buildEntityTag = (
  artifact: Pick<ArtifactVersion, 'id' | 'version' | 'cacheVersion'>,
  viewerKey: string,
): string =>
  `"${buildVersionTag(artifact, epochOf(viewerKey))}.${buildStrongEtag(artifact.cacheVersion, viewerKey).slice(1, -1)}"`
