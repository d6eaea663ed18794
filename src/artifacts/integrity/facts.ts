import type { Field } from '../../fields/field.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { Artifact } from '../model/artifact.ts'
import type { Finding } from '../model/finding.ts'
import type { FileFact } from '../store/integrity-files.ts'
import type { Past } from '../store/integrity-histories.ts'
import type { LoggedFact } from '../store/integrity-log.ts'
import type { GrantedSet } from '../store/integrity-permissions.ts'

/** All that is stored about an artifact, as it was at one moment. */
export interface Facts {
  readonly artifact: Artifact
  /** every field of its tracker */
  readonly fields: readonly Field[]
  readonly past: Past
  /** rows of the index tables, as words (check-indexes.ts) */
  readonly rows: ReadonlySet<string>
  readonly files: readonly FileFact[]
  /** what its permission set holds; undefined: there is no such set */
  readonly granted: GrantedSet | undefined
  readonly log: readonly LoggedFact[]
  /** Whether another artifact exists. */
  isThere(id: ArtifactId): boolean
  /** Whether it exists and was never deleted, so that links to it come and go by changesets alone. */
  staysLinked(id: ArtifactId): boolean
}

export type Check = (facts: Facts) => Finding[]

export const about = (
  { artifact: { id } }: { readonly artifact: Pick<Artifact, 'id'> },
  rule: Finding['rule'],
  detail: string,
): Finding => ({ rule, noun: 'artifact', id, detail })
