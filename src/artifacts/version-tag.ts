import { strongEtag } from '../kit/http/etag.ts'
import type { Memory } from '../kit/memory.ts'
import type { Viewer } from '../kit/viewer.ts'
import type { Artifact } from './model/artifact.ts'
import type { SeenTracker } from './model/surroundings.ts'

/** Fields that tell of other artifacts, which change without this one getting a new version. */
const outward: ReadonlySet<string> = new Set(['art_link', 'cross', 'computed', 'burndown', 'priority'])

/**
 * The entity tag of an artifact in two parts (docs/decisions/0006-entity-tags.md): before the dot what stands for its
 * version, the same for everyone, to which `If-Match` is held; behind it what else the answer shows.
 */
export function versionTag({ id, version }: Artifact, { caller, origin, timezone }: Viewer, memory: Memory): string {
  const reader = caller.kind === 'member' ? caller.id : 0
  const revisions = [
    memory.revision('settings'),
    memory.revision('users'),
    memory.revision('projects'),
    memory.revision('trackers'),
  ]
  const own = strongEtag('artifact', id, version).slice(1, -1)
  const around = strongEtag(reader, origin, timezone, ...revisions).slice(1, -1)
  return `"${own}.${around}"`
}

/** Whether all that a reader is shown of the artifact is covered by its tag. */
export const isSelfContained = ({ readable }: SeenTracker): boolean => !readable.some(({ type }) => outward.has(type))
