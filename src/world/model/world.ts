import type { Logger } from 'pino'
import type { IdSetCache } from '../../database/changes/id-set-cache.ts'
import type { Database } from '../../database/db/db.ts'
import type { BodyCache } from '../../kit/caches/body-cache.ts'
import type { RevisionCache } from '../../kit/caches/revision-cache.ts'
import type { Config } from '../../kit/system/config.ts'
import type { Tracing } from '../../kit/tracing/tracing.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import type {
  AccountFeature,
  BuiltInTemplates,
  Clock,
  DeletedItems,
  Files,
  Mail,
  ProjectArchives,
  ProjectFeature,
  RepositoryStorage,
  Staging,
} from './ports.ts'

/** Everything that code may access; a function names the parts it uses. */
export interface World {
  readonly db: Database
  readonly cache: RevisionCache
  /** Cache of serialized responses. */
  readonly bodyCache: BodyCache
  /** Cache of sets of artifacts that match conditions. */
  readonly idSets: IdSetCache
  readonly clock: Clock
  readonly log: Logger
  readonly config: Config
  readonly files: Files
  readonly staging: Staging
  readonly deletedItems: DeletedItems
  readonly projectArchives: ProjectArchives
  readonly repositories: RepositoryStorage
  readonly commits: Commits
  readonly accountFeatures: readonly AccountFeature[]
  readonly projectFeatures: readonly ProjectFeature[]
  readonly templates: BuiltInTemplates
  /** null: no mail server is configured, and no notification is sent. */
  readonly mail: Mail | null
  /** null: no traces are recorded. */
  readonly tracing: Tracing | null
}

/** Access of artifacts to the commits that refer to them; a later slice implements it. */
interface Commits {
  /** Returns those of these commits, in their order, that the caller may read in full (docs/api/subversion.md §2.2). */
  readable<Commit extends { readonly repositoryId: RepositoryId; readonly revision: number }>(
    world: Pick<World, 'db' | 'cache'>,
    caller: Caller,
    commits: readonly Commit[],
  ): Promise<readonly Commit[]>
}
