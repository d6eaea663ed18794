import type { Field } from '../../fields/model/field.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { Artifact } from '../model/artifact.ts'
import type { IntegrityProblem } from '../model/integrity-problem.ts'
import type { FileRow } from '../store/integrity-files.ts'
import type { ReplayedHistory } from '../store/integrity-histories.ts'
import type { LogRow } from '../store/integrity-log.ts'
import type { ModifierRow } from '../store/integrity-modifiers.ts'
import type { GrantedSet } from '../store/integrity-permissions.ts'

/** All stored data of an artifact, read in one snapshot. */
export interface StoredArtifact {
  readonly artifact: Artifact
  /** every field of its tracker */
  readonly fields: readonly Field[]
  readonly history: ReplayedHistory
  /** rows of the index tables, as descriptions (check-indexes.ts) */
  readonly rows: ReadonlySet<string>
  readonly modifiers: readonly ModifierRow[]
  readonly files: readonly FileRow[]
  /** groups of its permission set; undefined: the set does not exist */
  readonly granted: GrantedSet | undefined
  readonly log: readonly LogRow[]
  /** Whether another artifact exists. */
  exists(id: ArtifactId): boolean
  /** Whether an artifact exists and was never deleted, so that links to it change only by changesets. */
  wasNeverDeleted(id: ArtifactId): boolean
}

export type Check = (facts: StoredArtifact) => IntegrityProblem[]

export const describeProblem = (
  { artifact: { id } }: { readonly artifact: Pick<Artifact, 'id'> },
  rule: IntegrityProblem['rule'],
  detail: string,
): IntegrityProblem => ({ rule, noun: 'artifact', id, detail })
