import type { ArtifactRepresentation } from '../../../../src/artifacts/representations/artifact.ts'
import { texts } from '../../texts/texts.ts'

/** Artifacts that were selected, in the order in which they were. */
export type Selection = ReadonlyMap<number, ArtifactRepresentation>

export const emptySelection: Selection = new Map()

/** As many as one change can have. */
export const maxSelected = 1000

/** States how many are selected, and that more of the list cannot be. */
export const countSelected = (count: number, listed: number): string =>
  count >= maxSelected && count < listed ? texts.tracker.selectedOf(count, listed) : texts.tracker.selected(count)

/** Adds an artifact, or removes it. */
export function toggleSelected(selection: Selection, artifact: ArtifactRepresentation): Selection {
  const next = new Map(selection)
  if (!next.delete(artifact.id)) next.set(artifact.id, artifact)
  return next
}

/** Adds artifacts up to a number; the others are left out. */
export function addSelected(
  selection: Selection,
  artifacts: readonly ArtifactRepresentation[],
  limit: number,
): Selection {
  const next = new Map(selection)
  for (const artifact of artifacts) if (next.size < limit || next.has(artifact.id)) next.set(artifact.id, artifact)
  return next
}
