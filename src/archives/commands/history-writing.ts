import type { Artifact } from '../../artifacts/model/artifact.ts'
import type { ArtifactId, BindValueId } from '../../kit/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { ArchivedArtifact } from '../reading/artifact.ts'
import type { GroupByName } from '../reading/groups.ts'
import type { Ours } from '../reading/ours.ts'
import type { Accounts, PersonOf } from '../reading/people.ts'
import type { ArchiveSource } from '../source.ts'
import type { StoredBytes } from './store-files.ts'

/** What every history refers to. */
export interface HistoryWriting {
  readonly archive: ArchiveSource
  readonly timezone: string
  readonly personOf: PersonOf
  readonly accounts: Accounts
  readonly groupOf: GroupByName
  readonly trackers: ReadonlyMap<string, Tracker>
  readonly values: ReadonlyMap<string, BindValueId>
  /** New ids by old ones, where links lead to. */
  readonly artifacts: ReadonlyMap<string, ArtifactId>
  readonly stored: StoredBytes
  /** null: the archive is another product's */
  readonly ours: Ours | null
  readonly onArtifacts?: (done: number) => void
}

/** One artifact of a batch. */
export interface Replayed {
  readonly archived: ArchivedArtifact
  readonly artifact: Artifact
  readonly tracker: Tracker
}
