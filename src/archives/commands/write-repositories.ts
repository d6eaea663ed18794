import { artifactKeywords } from '../../artifacts/model/artifact-keywords.ts'
import { parseArtifactNumber } from '../../artifacts/model/references.ts'
import type { Tx } from '../../database/db/db.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { ArtifactId, UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Project } from '../../projects/model/project.ts'
import { auditRepository } from '../../subversion/commands/audit-repository.ts'
import { summarizeCommitPaths } from '../../subversion/model/commit-paths.ts'
import { hasRecipients } from '../../subversion/model/commit-recipients.ts'
import { type CommitReference, parseReferences } from '../../subversion/model/commit-references.ts'
import type { CommitNotification } from '../../subversion/model/repository.ts'
import type { RepositoryPermit } from '../../subversion/model/repository-permit.ts'
import { mayCompleteRepository } from '../../subversion/policy.ts'
import { parseAccessFileInput } from '../../subversion/reads/parse-access-file-input.ts'
import { addAccessFile } from '../../subversion/store/access-files.ts'
import { saveNotifications } from '../../subversion/store/commit-notifications.ts'
import type { StoredReference } from '../../subversion/store/commits.ts'
import { addReferences } from '../../subversion/store/commits.ts'
import { addCommits, saveImportedRevisions } from '../../subversion/store/imported-commits.ts'
import { addRepository, saveRepository } from '../../subversion/store/repositories.ts'
import { saveRepositoryAdministrators } from '../../subversion/store/repository-administrators.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { GroupByName } from '../../trackers/xml/group-by-name.ts'
import type { LoggedCommit, RepositoryStorage } from '../../world/model/ports.ts'
import type { ArchivedRepository } from '../parse/repositories.ts'
import type { UserReference } from '../parse/tulipwood-xml-repository.ts'
import { type Accounts, findArchiveAccount, findArchiveAuthor } from '../parse/users-of-archive.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { isNotifiable } from '../reads/check-repositories.ts'
import type { LoadedRepository } from './load-repositories.ts'
import { type CreatedArtifact, indexLinkTargets } from './write-artifacts.ts'

export interface RepositoryImport {
  readonly permit: Permit<'administer repositories', Project>
  readonly plan: ImportPlan
  readonly accounts: Accounts
  readonly groupOf: GroupByName
  readonly trackers: ReadonlyMap<string, Tracker>
  readonly created: readonly CreatedArtifact[]
  readonly storage: Pick<RepositoryStorage, 'eachCommit'>
  readonly at: EpochSeconds
  readonly by: Caller
}

const commitsPerBatch = 1000

/**
 * Writes the rows of loaded repositories and records all their commits with their original references; otherwise they
 * would be recovered later and their numbers taken for artifacts of this site. No notifications are sent.
 */
export async function writeRepositories(
  tx: Tx,
  context: RepositoryImport,
  loaded: readonly LoadedRepository[],
): Promise<void> {
  const { permit, plan, groupOf } = context
  const groups = (plan.tulipwood?.repositoryAdministrators ?? []).flatMap((name) => {
    const groupId = groupOf(name)
    return groupId !== undefined && isNotifiable(groupId) ? [groupId] : []
  })
  if (groups.length > 0) await saveRepositoryAdministrators(tx, permit, groups)
  for (const each of loaded) await writeRepository(tx, context, each)
}

async function writeRepository(
  tx: Tx,
  context: RepositoryImport,
  { archived, directory, youngest }: LoadedRepository,
): Promise<void> {
  const { permit, at, by } = context
  const { name, commitRules, immutableTags, hasDefaultPermissions, subjectHeader } = archived
  const settings = { commitRules, immutableTags, hasDefaultPermissions }
  const row = { ...settings, name, directory, createdOn: at, createdBy: getUserId(by) }
  const added = await addRepository(tx, permit, row)
  const content = mayCompleteRepository(permit, added)
  const accessFileVersion = await writeAccessFiles(tx, content, archived, context)
  await saveRepository(tx, content, { accessFileVersion, subjectHeader })
  const notifications = toNotifications(archived, context)
  await saveNotifications(tx, content, notifications)
  await saveImportedRevisions(tx, content, youngest)
  await writeCommits(tx, content, { archived, directory }, context)
  await auditRepository(tx, added, permit.subject, {
    at,
    by,
    action: 'svn_multi_repository_creation_with_full_settings',
    detail: { settings: { ...settings, notifications }, importedRevisions: youngest },
  })
}

/** Number of the active version. */
async function writeAccessFiles(
  tx: Tx,
  content: RepositoryPermit,
  { accessFiles, accessFileVersion }: ArchivedRepository,
  context: RepositoryImport,
): Promise<number> {
  const { permit, plan, accounts, at } = context
  for (const { text, hasDefaultPermissions, createdOn, createdBy } of accessFiles) {
    const person = createdBy === null ? undefined : plan.principalOf(createdBy.format, createdBy.name)
    await addAccessFile(tx, content, {
      text: await parseAccessFileInput(tx, permit.subject.id, text),
      hasDefaultPermissions,
      createdOn: createdOn ?? at,
      createdBy: findArchiveAuthor(person, accounts).submittedBy,
    })
  }
  return accessFileVersion
}

/** Keeps only existing users and groups; notifications without recipients are dropped. */
function toNotifications(
  { notifications }: ArchivedRepository,
  { plan, accounts, groupOf }: RepositoryImport,
): CommitNotification[] {
  const accountFor = ({ format, name }: UserReference) =>
    findArchiveAccount(plan.principalOf(format, name), accounts) ?? []
  return notifications
    .map(({ path, emails, people, groups }) => ({
      path,
      emails: [...new Set(emails)],
      users: [...new Set(people.flatMap(accountFor))],
      groups: [...new Set(groups.flatMap((name) => groupOf(name) ?? []))].filter(isNotifiable),
    }))
    .filter(hasRecipients)
}

async function writeCommits(
  tx: Tx,
  content: RepositoryPermit,
  { archived, directory }: Pick<LoadedRepository, 'archived' | 'directory'>,
  context: RepositoryImport,
): Promise<void> {
  const { storage } = context
  const artifacts = indexLinkTargets(context.created)
  const referred = archived.tulipwood === null ? findReferences(context, artifacts) : undefined
  let batch: Parameters<typeof addCommits>[2][number][] = []
  const flush = async (): Promise<void> => {
    await addCommits(tx, content, batch)
    const references = batch.flatMap(({ revision, message }) =>
      (referred?.(message) ?? toImportedReferences(archived, revision, artifacts)).map((each) => ({
        ...each,
        revision,
      })),
    )
    await addReferences(tx, content, content.subject.id, references)
    batch = []
  }
  // Parsed again now that all ids are known, in batches.
  await storage.eachCommit(directory, async (commit) => {
    batch.push({ ...commit, userId: findCommitter(commit, context), paths: summarizeCommitPaths(commit.paths) })
    if (batch.length >= commitsPerBatch) await flush()
  })
  await flush()
}

/** Commit logins are those of the archive; unknown logins stay without an account even if one has the same name. */
function findCommitter({ author }: LoggedCommit, { plan, accounts }: RepositoryImport): UserId | null {
  const person = plan.principalOf('username', author)
  return person?.kind === 'listed' ? findArchiveAuthor(person, accounts).submittedBy : null
}

/** References of a Tulipwood archive, with new ids. */
const toImportedReferences = (
  { tulipwood }: ArchivedRepository,
  revision: number,
  artifacts: ReadonlyMap<string, ArtifactId>,
): StoredReference[] =>
  (tulipwood?.references.get(revision) ?? []).map(({ keyword, value, artifact }) => ({
    keyword,
    value,
    artifactId: artifact === null ? null : (artifacts.get(artifact) ?? null),
  }))

/** Further references of a message are ignored. */
const maxReferences = 200

/** References in messages of other products' archives: their numbers are old artifact ids. */
function findReferences(
  { plan, trackers, created }: RepositoryImport,
  artifacts: ReadonlyMap<string, ArtifactId>,
): (message: string) => StoredReference[] {
  const ownName = plan.structure.attributes['unix-name']?.trim().toLowerCase()
  // The short name of the tracker distinguishes artifacts with the same id.
  const byItemName = Map.groupBy(created, ({ trackerKey }) => trackers.get(trackerKey)?.itemName.toLowerCase() ?? '')
  const artifactsOf = new Map([...byItemName].map(([itemName, some]) => [itemName, indexLinkTargets(some)]))

  const artifactOf = ({ keyword }: CommitReference, oldId: string): ArtifactId | undefined =>
    (artifactKeywords.has(keyword) ? artifacts : artifactsOf.get(keyword))?.get(oldId)

  return (message) =>
    parseReferences(message)
      .slice(0, maxReferences)
      .flatMap((reference) => {
        const artifactId = artifactOf(reference, `${parseArtifactNumber(reference)}`)
        const { keyword, project, value } = reference
        if (artifactId === undefined) return []
        if (project !== null && project.toLowerCase() !== ownName) return []
        return [{ keyword, value: project === null ? value : `${project}:${value}`, artifactId }]
      })
}
