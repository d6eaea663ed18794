import { normalizeLogin } from '../../accounts/model/user.ts'
import type { Tx } from '../../database/db/db.ts'
import { isUniqueViolation } from '../../database/sql/sql.ts'
import { message } from '../../kit/messages/message.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { ProjectId, UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { XmlLimits } from '../../kit/xml/tree.ts'
import type { Project } from '../../projects/model/project.ts'
import { mayCreateProject } from '../../projects/policy.ts'
import { auditProject } from '../../projects/store/audit-project.ts'
import { findProject } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { ArchiveSource } from '../container/open-archive.ts'
import type { ImportCounts, ReportedUser } from '../model/import.ts'
import { type CheckResult, type Finding, type Findings, gatherFindings, toFinding } from '../plan/findings.ts'
import { getImportTimezone } from '../plan/import-timezone.ts'
import { mayImport, mayImportRepositories } from '../policy.ts'
import { type CheckedArchive, checkArchive, type UserPolicy } from '../reads/check-archive.ts'
import { discardRepositories, type LoadedRepository, loadRepositories } from './load-repositories.ts'
import { type StoredBytes, withStoredFiles } from './store-files.ts'
import { indexLinkTargets, writeArtifacts } from './write-artifacts.ts'
import { writeCategories } from './write-categories.ts'
import { writeHistories } from './write-histories.ts'
import { writeLinkTypes } from './write-link-types.ts'
import { writeProject } from './write-project.ts'
import { writeRepositories } from './write-repositories.ts'
import { writeTrackers } from './write-trackers.ts'
import { type WrittenUsers, writeUsers } from './write-users.ts'

export interface ArchiveImport {
  readonly archive: ArchiveSource
  readonly users: UserPolicy
  /** Administrators in addition to those of the archive. */
  readonly administrators?: readonly UserId[]
  /** Overrides the short name of the archive. */
  readonly shortName?: string
  readonly asTemplate?: boolean
  /** Omits repositories, even if Subversion is not available. */
  readonly withoutRepositories?: boolean
  /** Reserved project to import into, instead of creating one. */
  readonly into?: ReservedProject
  readonly limits?: ArchiveLimits
  /** Only checks; writes nothing. */
  readonly check?: boolean
  /** `total` is 0 until it is known. */
  readonly progress?: (done: number, total: number, what: 'checking' | 'writing') => void
  readonly caller: Caller
}

interface ReservedProject {
  readonly project: Project
  /** Called as the last step of the transaction that writes everything. */
  conclude(tx: Tx, report: ImportReport): Promise<void>
}

interface ArchiveLimits extends XmlLimits {
  /** Maximum total size of its files. */
  readonly maxFileBytes?: number
}

export interface ImportReport {
  /** null: only checked */
  readonly project: { readonly id: ProjectId; readonly shortName: string } | null
  readonly counts: ImportCounts
  /** Users of the archive, and what becomes of them. */
  readonly users: readonly ReportedUser[]
  readonly remarks: readonly Finding[]
  /** Number of further remarks. */
  readonly furtherRemarks: number
  /** Skipped sections of other products. */
  readonly ignored: readonly string[]
}

type Deps = Pick<CommandWorld, 'db' | 'cache' | 'config' | 'clock' | 'files' | 'log' | 'repositories'>

/**
 * Imports a project (docs/api/archive-format.md §1, §2, §3): checks everything before it writes, and writes in one
 * transaction, so that the import is all or nothing.
 */
export async function importArchive(world: Deps, request: ArchiveImport): Promise<CheckResult<ImportReport>> {
  const importPermit = mayImport(request.caller, request.users.kind === 'known' ? 'known' : 'any')
  const findings = gatherFindings()
  const { archive, progress } = request
  const size = (await archive.size('project.xml').catch(() => undefined)) ?? 0
  const checked = await checkArchive(
    withReads(world),
    { ...request, into: request.into?.project, onBytes: (bytes) => progress?.(bytes, size, 'checking') },
    findings,
  )
  const refused = () => ({ problems: findings.problems.toSorted(compareOrder), remarks: findings.remarks })
  if (checked === undefined || findings.problems.length > 0) return refused()
  await checkFileSizes(archive, checked, request.limits, findings)
  if (findings.problems.length > 0) return refused()
  const { repositories, paths } = checked.plan
  const loaded = await loadRepositories(world, archive, repositories, findings.on('project.xml'))
  let isWritten = false
  try {
    if (findings.problems.length > 0) return refused()
    const report = {
      remarks: findings.remarks,
      furtherRemarks: findings.unlisted,
      ignored: checked.ignored,
      users: describeUsers(checked),
    }
    if (request.check === true) return { ok: { project: null, counts: expectedCounts(checked), ...report } }
    const ok = await withStoredFiles(world, archive, paths, (storedFiles) =>
      writeArchive(world, importPermit, request, checked, { storedFiles, loaded }, report),
    )
    isWritten = true
    return { ok }
  } catch (error) {
    // Another request took a name between the check and the insert.
    if (!isUniqueViolation(error)) throw error
    const text = message`A name of the archive was taken in the meantime. Import it again.`
    return { problems: [toFinding('taken-meanwhile', 'project.xml', text)], remarks: findings.remarks }
  } finally {
    if (!isWritten) await discardRepositories(world, loaded)
  }
}

async function writeArchive(
  world: Deps,
  importPermit: Permit<'import', 'site'>,
  request: ArchiveImport,
  { plan }: CheckedArchive,
  { storedFiles, loaded }: { readonly storedFiles: StoredBytes; readonly loaded: readonly LoadedRepository[] },
  checkReport: Pick<ImportReport, 'remarks' | 'furtherRemarks' | 'ignored' | 'users'>,
): Promise<ImportReport> {
  const settings = await getSettings(withReads(world))
  const permit = mayCreateProject(request.caller, settings)
  const at = world.clock.now()
  return world.db.write(async (tx: Tx) => {
    const accounts = resolveAuthors(await writeUsers(tx, importPermit, plan, at), request)
    const isTemplate = request.asTemplate === true
    const status = settings.project_approval && request.into !== undefined ? 'pending' : 'active'
    const project = await writeProject(
      tx,
      permit,
      { plan, accounts, isTemplate, into: request.into?.project, administrators: request.administrators ?? [], status },
      at,
    )
    const { trackers, values, fields } = await writeTrackers(tx, plan, project, accounts)
    const created = await writeArtifacts(tx, project.permit, plan, { trackers, values, fields }, accounts)
    const artifacts = indexLinkTargets(created)
    const context = {
      permit: project.permit,
      archive: request.archive,
      timezone: getImportTimezone(settings, world.config),
      principalOf: plan.principalOf,
      accounts,
      groupOf: project.groupOf,
      trackers,
      values,
      artifacts,
      storedFiles,
      tulipwood: plan.tulipwood,
      onArtifacts: (done: number) => request.progress?.(done, plan.artifacts.length, 'writing'),
    }
    const histories = await writeHistories(tx, context, created)
    if (loaded.length > 0) {
      // Created or filled above.
      const createdProject = (await findProject(tx, project.id)) as Project
      const context = { plan, accounts, groupOf: project.groupOf, trackers, created, storage: world.repositories }
      await writeRepositories(
        tx,
        { ...context, permit: mayImportRepositories(permit, createdProject), at, by: request.caller },
        loaded,
      )
    }
    const { shortName } = plan.project
    const counts: ImportCounts = {
      usersCreated: accounts.created,
      usersMatched: accounts.matched,
      groups: project.groups,
      trackers: trackers.size,
      fields,
      values: values.size,
      artifacts: created.length,
      repositories: loaded.length,
      ...histories,
    }
    await writeLinkTypes(tx, project.permit, plan, { by: request.caller, at })
    await writeCategories(tx, permit, plan, project.id)
    const entry = { at, by: request.caller, action: 'project imported' }
    await auditProject(tx, { id: project.id, shortName }, { ...entry, detail: { project: project.id, ...counts } })
    const report = { project: { id: project.id, shortName }, counts, ...checkReport }
    await request.into?.conclude(tx, report)
    return report
  })
}

/**
 * Without permission to act for others, all content is attributed to the caller
 * (docs/decisions/0020-restrict-project-archives.md).
 */
function resolveAuthors(accounts: WrittenUsers, { users, caller }: ArchiveImport): WrittenUsers {
  if (users.kind !== 'known') return accounts
  const onlyAuthor = getUserId(caller)
  if (onlyAuthor === null) throw new Error('An import that cannot act for others needs an account')
  return { ...accounts, byEmail: new Map([...accounts.byEmail].filter(([, id]) => id === onlyAuthor)), onlyAuthor }
}

/** Checked before the first file is stored. */
async function checkFileSizes(
  archive: ArchiveSource,
  { plan }: CheckedArchive,
  { maxFileBytes = Number.POSITIVE_INFINITY }: ArchiveLimits = {},
  findings: Findings,
): Promise<void> {
  let bytes = 0
  const dumps = plan.repositories.flatMap(({ dump }) => dump ?? [])
  for (const path of [...plan.paths, ...dumps]) bytes += (await archive.size(path)) ?? 0
  if (bytes <= maxFileBytes) return
  const text = message`Its files have ${bytes} bytes; a project of this site may have at most ${maxFileBytes}`
  findings.on('project.xml').problem('too-large', null, text)
}

const compareOrder = (a: Finding, b: Finding): number =>
  a.file === b.file ? (a.line ?? 0) - (b.line ?? 0) : a.file.localeCompare(b.file, 'en')

/** Counts known from the check; the others are known after writing. */
function expectedCounts({ plan, counts }: CheckedArchive): ImportCounts {
  const identities = [...plan.identities.values()]
  return {
    usersCreated: identities.filter(({ kind }) => kind === 'new').length,
    usersMatched: identities.filter(({ kind }) => kind === 'existing').length,
    groups: plan.groups.statics.length,
    ...counts,
    changesets: null,
    comments: null,
    links: null,
    files: null,
  }
}

function describeUsers({ plan: { users, identities } }: CheckedArchive): ReportedUser[] {
  const described = new Map<string, ReportedUser>()
  for (const { login, realName, email } of users) {
    const key = normalizeLogin(login)
    const identity = identities.get(key)
    // Repeated logins are one user.
    if (identity === undefined || described.has(key)) continue
    const account = identity.kind === 'existing' ? identity.account.login : null
    described.set(key, { login, realName, email, becomes: identity.kind, account })
  }
  return [...described.values()]
}
