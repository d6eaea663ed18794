import { describe, expect, it } from 'vitest'
import { createPermit } from '../../kit/messages/decide.ts'
import { triggerPermit } from '../../kit/messages/system-permits.ts'
import type { ArtifactId, ProjectId, TrackerId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { Artifact } from './artifact.ts'
import { assertArtifact } from './artifact-permit.ts'

const artifact = { id: 7 as ArtifactId, trackerId: 3 as TrackerId } as Artifact
const other = { id: 8 as ArtifactId, trackerId: 4 as TrackerId } as Artifact

describe('the permit of a change', () => {
  it.each(['update', 'move'] as const)('to %s is for its artifact', (action) => {
    const permit = createPermit(action, artifact, 'yes')
    assertArtifact(permit, artifact)
    expect(() => assertArtifact(permit, other)).toThrow(`The permit to ${action} 7 was used for the artifact 8`)
  })
  it('to create an artifact is for its tracker', () => {
    const permit = createPermit('create an artifact', { id: 3 as TrackerId } as Tracker, 'yes')
    assertArtifact(permit, artifact)
    expect(() => assertArtifact(permit, other)).toThrow('was used for the artifact 8')
  })
  it('that changes others is for them, too', () => {
    assertArtifact(createPermit('delete', artifact, 'yes'), other)
    assertArtifact(createPermit('complete', { id: 1 as ProjectId }, 'yes'), other)
    assertArtifact(triggerPermit, other)
  })
})
