import type { History } from '../../artifacts/commands/record-history.ts'
import type { Artifact } from '../../artifacts/model/artifact.ts'
import type { ArchivePermit } from '../../artifacts/model/artifact-permit.ts'
import type { ArtifactId, BindValueId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { GroupByName } from '../../trackers/xml/group-by-name.ts'
import type { ArchiveSource } from '../container/open-archive.ts'
import type { ArchivedArtifact } from '../parse/artifact.ts'
import type { TulipwoodDocument } from '../parse/tulipwood-xml.ts'
import type { Accounts, FindPrincipal } from '../parse/users-of-archive.ts'
import type { StoredBytes } from './store-files.ts'

/** Data that all histories refer to. */
export interface HistoryImport {
  readonly permit: ArchivePermit
  readonly archive: ArchiveSource
  readonly timezone: string
  readonly principalOf: FindPrincipal
  readonly accounts: Accounts
  readonly groupOf: GroupByName
  readonly trackers: ReadonlyMap<string, Tracker>
  readonly values: ReadonlyMap<string, BindValueId>
  /** New artifact ids by old ones, for links. */
  readonly artifacts: ReadonlyMap<string, ArtifactId>
  readonly storedFiles: StoredBytes
  /** null: written by another product */
  readonly tulipwood: TulipwoodDocument | null
  readonly onArtifacts?: (done: number) => void
}

/** One artifact of a batch. */
export interface ImportedHistory {
  readonly archived: ArchivedArtifact
  readonly artifact: Artifact
  readonly tracker: Tracker
  readonly log: History['log']
}
