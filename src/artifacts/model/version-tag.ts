import { buildStrongEtag } from '../../kit/strong-etag.ts'
import type { ArtifactHeader, ArtifactVersion } from './artifact.ts'

/** Returns the part of the entity tag before the dot, which identifies a version for every caller. */
export const buildVersionTag = ({ id, version }: Pick<ArtifactHeader, 'id' | 'version'>): string =>
  buildStrongEtag('artifact', id, version).slice(1, -1)

/**
 * Returns the entity tag of an artifact in two parts (docs/decisions/0006-two-part-entity-tags.md): before the dot its
 * version, which `If-Match` is compared with; after it everything else in the representation.
 */
export const buildEntityTag = (
  artifact: Pick<ArtifactVersion, 'id' | 'version' | 'cacheVersion'>,
  viewerKey: string,
): string => `"${buildVersionTag(artifact)}.${buildStrongEtag(artifact.cacheVersion, viewerKey).slice(1, -1)}"`
