import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import type { GroupedArtifact } from '../../../data/artifact-groups.ts'
import type { OpenArtifact } from '../../../data/artifacts.ts'
import { useResource } from '../../../data/queries.ts'
import { artifactQuery } from '../../../data/route-queries.ts'
import type { Field } from '../view.ts'
import { listChoices } from './use-card-moves.ts'

/** Whether a column takes the card that is held; `free`: nothing forbids it as far as is known. */
export type DropState =
  | { readonly kind: 'none' | 'own' | 'free' }
  | { readonly kind: 'allowed' }
  | { readonly kind: 'refused'; readonly reason: string }

interface DropsInput {
  readonly tracker: TrackerRepresentation
  readonly field: Field
  readonly held: GroupedArtifact | null
  /** Whether the user may change the value of the columns. */
  readonly canChangeColumn: boolean
}

/** Returns which columns take the card that is held. */
export function useDrops({ tracker, field, held, canChangeColumn }: DropsInput): (column: string) => DropState {
  const { path, query } = artifactQuery(held?.id ?? 0)
  const { data } = useResource<OpenArtifact>(path, query, { isWanted: held !== null })
  if (held === null) return () => ({ kind: 'none' })
  if (data?.values == null) return () => ({ kind: 'free' })
  const choices = new Map(listChoices(tracker, field, data).map((choice) => [choice.option.id, choice]))
  return (column) => {
    const choice = choices.get(column)
    if (choice === undefined) return { kind: 'own' }
    if (!canChangeColumn) return { kind: 'none' }
    return choice.refusal === null ? { kind: 'allowed' } : { kind: 'refused', reason: choice.refusal }
  }
}
