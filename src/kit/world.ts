import type { Logger } from 'pino'
import type { BodyCache } from './body-cache.ts'
import type { Caller } from './caller.ts'
import type { Config } from './config.ts'
import type { Database } from './db/db.ts'
import type { IdSetCache } from './db/id-set-cache.ts'
import type { RepositoryId } from './ids.ts'
import type {
  BuiltInTemplates,
  Clock,
  DeletedItems,
  Files,
  Jobs,
  Mail,
  ProjectArchives,
  ProjectFeature,
  RepositoryStorage,
  Staging,
} from './ports.ts'
import type { RevisionCache } from './revision-cache.ts'

/** What work may touch; a command names the parts it uses. */
export interface World {
  readonly db: Database
  readonly cache: RevisionCache
  /** Rendered answers. */
  readonly bodyCache: BodyCache
  /** What questions about artifacts found. */
  readonly idSets: IdSetCache
  readonly clock: Clock
  readonly log: Logger
  readonly config: Config
  readonly jobs: Jobs
  readonly files: Files
  readonly staging: Staging
  readonly deletedItems: DeletedItems
  readonly projectArchives: ProjectArchives
  readonly repositories: RepositoryStorage
  readonly commits: Commits
  readonly projectFeatures: readonly ProjectFeature[]
  readonly templates: BuiltInTemplates
  /** null: no server for it is configured, and nobody is notified. */
  readonly mail: Mail | null
}

/** What artifacts ask about commits that refer to them; it is known further up. */
interface Commits {
  /** Of these, in their order, those of which the caller may read everything (docs/api/subversion.md §2.2). */
  readable<Commit extends { readonly repositoryId: RepositoryId; readonly revision: number }>(
    world: Pick<World, 'db' | 'cache'>,
    caller: Caller,
    commits: readonly Commit[],
  ): Promise<readonly Commit[]>
}
