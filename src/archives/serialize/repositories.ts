import type { UserGroupId } from '../../kit/values/ids.ts'
import { type Attributes, buildElement, escapeText, type Markup } from '../../kit/xml/write.ts'
import type { AccessFileVersion, CommitNotification, Repository } from '../../subversion/model/repository.ts'
import { formatFlag } from '../../trackers/xml/flag.ts'
import type { SerializeContext } from '../../trackers/xml/serialize-context.ts'
import { buildHolderElement, buildTextElement } from '../../trackers/xml/xml-elements.ts'
import type { CommitReferenceRow } from '../store/repositories.ts'

/** A repository with its settings. */
export interface ExportedRepository {
  readonly repository: Repository
  readonly directory: string
  readonly youngest: number
  readonly accessFiles: readonly AccessFileVersion[]
  readonly notifications: readonly CommitNotification[]
}

export interface RepositoriesExport {
  readonly repositories: readonly ExportedRepository[]
  /** Groups in addition to project administrators. */
  readonly administrators: readonly UserGroupId[]
}

const maxNameLength = 200

/** Path of the dump in an archive; file names must be shorter than repository names can be. */
export const buildDumpPath = ({ id, name }: Pick<Repository, 'id' | 'name'>): string =>
  `svn/${name.length > maxNameLength ? `${name.slice(0, maxNameLength)}-${id}` : name}.dump`

/** Writes the section of project.xml that other importers know: dumps, active access files and email addresses. */
export const writeRepositories = ({ repositories }: RepositoriesExport): readonly Markup[] =>
  buildHolderElement('svn', repositories.map(writeRepository))

function writeRepository({ repository, accessFiles, notifications }: ExportedRepository): Markup {
  const file = accessFiles.find(({ version }) => version === repository.accessFileVersion)
  return buildElement(
    'repository',
    { name: repository.name, 'dump-file': buildDumpPath(repository) },
    ...(file === undefined ? [] : [buildTextElement('access-file', file.text)]),
    ...notifications
      .filter(({ emails }) => emails.length > 0)
      .map(({ path, emails }) => buildElement('notification', { path, emails: emails.join(', ') })),
  )
}

/** Writes the groups that administer repositories. */
export const writeRepositoryAdministrators = (
  { administrators }: RepositoriesExport,
  { groupNameOf }: SerializeContext,
): readonly Markup[] =>
  administrators.flatMap((id) => {
    const group = groupNameOf(id)
    return group === undefined ? [] : [buildElement('repository_administrator', { group })]
  })

/** Returns the attributes that the format does not have. */
export const buildTulipwoodRepositoryAttributes = ({
  repository,
  youngest,
  accessFiles,
}: ExportedRepository): Attributes => ({
  name: repository.name,
  youngest,
  is_reference_mandatory: formatFlag(repository.commitRules.isReferenceMandatory),
  is_message_change_allowed: formatFlag(repository.commitRules.isMessageChangeAllowed),
  has_default_permissions: formatFlag(repository.hasDefaultPermissions),
  subject_header: repository.subjectHeader,
  // Versions are numbered from 1 without gaps.
  access_file_version: 1 + accessFiles.findIndex(({ version }) => version === repository.accessFileVersion),
})

export const writeTulipwoodRepository = (
  { repository, accessFiles, notifications }: ExportedRepository,
  context: SerializeContext,
): readonly Markup[] => [
  ...repository.immutableTags.paths.map((path) => buildTextElement('immutable_path', path)),
  ...repository.immutableTags.whitelist.map((path) => buildTextElement('immutable_whitelist', path)),
  ...accessFiles.map((file) => writeAccessFile(file, context)),
  ...notifications.map((notification) => writeNotification(notification, context)),
]

function writeAccessFile(
  { text, hasDefaultPermissions, createdOn, createdBy }: AccessFileVersion,
  { userReferenceOf }: SerializeContext,
): Markup {
  const person = createdBy === null ? undefined : userReferenceOf(createdBy)
  return buildTextElement('access_file', text, {
    has_default_permissions: formatFlag(hasDefaultPermissions),
    created_on: createdOn,
    format: person?.format,
    created_by: person?.name,
  })
}

function writeNotification(
  { path, emails, users, groups }: CommitNotification,
  { userReferenceOf, groupNameOf }: SerializeContext,
): Markup {
  return buildElement(
    'notification',
    { path },
    ...emails.map((email) => buildElement('email', {}, escapeText(email))),
    ...users.flatMap((id) => {
      const person = userReferenceOf(id)
      return person === undefined ? [] : [buildElement('user', { format: person.format }, escapeText(person.name))]
    }),
    ...groups.flatMap((id) => {
      const name = groupNameOf(id)
      return name === undefined ? [] : [buildElement('ugroup', {}, escapeText(name))]
    }),
  )
}

/** Writes the references of commits, by artifact ids of the archive. */
export const writeReferencesOfCommits = (rows: readonly CommitReferenceRow[]): readonly Markup[] =>
  rows.map(({ revision, keyword, value, artifact }) =>
    buildElement('reference', { revision, keyword, value, artifact: artifact ?? undefined }),
  )
