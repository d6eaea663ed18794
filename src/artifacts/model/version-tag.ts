import { strongEtag } from '../../kit/strong-etag.ts'
import type { ArtifactHeader, ArtifactVersion } from './artifact.ts'

/** What stands for one version of an artifact, the same for everyone: the part of its entity tag before the dot. */
export const versionTag = ({ id, version }: Pick<ArtifactHeader, 'id' | 'version'>): string =>
  strongEtag('artifact', id, version).slice(1, -1)

/**
 * The entity tag of an artifact in two parts (docs/decisions/0006-two-part-entity-tags.md): before the dot what stands for its
 * version, to which `If-Match` is held; behind it what else the answer shows.
 */
export const entityTag = (
  artifact: Pick<ArtifactVersion, 'id' | 'version' | 'cacheVersion'>,
  viewerKey: string,
): string => `"${versionTag(artifact)}.${strongEtag(artifact.cacheVersion, viewerKey).slice(1, -1)}"`
