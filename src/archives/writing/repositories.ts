import type { UserGroupId } from '../../kit/ids.ts'
import { type Attributes, element, type Markup, text } from '../../kit/xml/write.ts'
import type { AccessFileVersion, CommitNotification, Repository } from '../../subversion/model/repository.ts'
import type { CommitReferenceRow } from '../store/repositories.ts'
import { flag } from './flag.ts'
import { held, textIn } from './named.ts'
import type { Surroundings } from './surroundings.ts'

/** A repository and what is set for it. */
export interface RepositoryTold {
  readonly repository: Repository
  readonly folder: string
  readonly youngest: number
  readonly accessFiles: readonly AccessFileVersion[]
  readonly notifications: readonly CommitNotification[]
}

export interface TellingRepositories {
  readonly repositories: readonly RepositoryTold[]
  /** Groups beside the administrators of the project. */
  readonly administrators: readonly UserGroupId[]
}

const longestName = 200

/** Where the dump of a repository lies in an archive; names of files are shorter than those of repositories may be. */
export const dumpPathOf = ({ id, name }: Pick<Repository, 'id' | 'name'>): string =>
  `svn/${name.length > longestName ? `${name.slice(0, longestName)}-${id}` : name}.dump`

/** The section of project.xml that other importers know: dumps, access files in force and addresses. */
export const writeRepositories = ({ repositories }: TellingRepositories): readonly Markup[] =>
  held('svn', repositories.map(writeOne))

function writeOne({ repository, accessFiles, notifications }: RepositoryTold): Markup {
  const file = accessFiles.find(({ version }) => version === repository.accessFileVersion)
  return element(
    'repository',
    { name: repository.name, 'dump-file': dumpPathOf(repository) },
    ...(file === undefined ? [] : [textIn('access-file', file.text)]),
    ...notifications
      .filter(({ emails }) => emails.length > 0)
      .map(({ path, emails }) => element('notification', { path, emails: emails.join(', ') })),
  )
}

/** Groups that administer repositories. */
export const writeRepositoryAdministrators = (
  { administrators }: TellingRepositories,
  { groupNameOf }: Surroundings,
): readonly Markup[] =>
  administrators.flatMap((id) => {
    const group = groupNameOf(id)
    return group === undefined ? [] : [element('repository_administrator', { group })]
  })

/** The start tag of what the format has no words for. */
export const oursOfRepositoryAttributes = ({ repository, youngest, accessFiles }: RepositoryTold): Attributes => ({
  name: repository.name,
  youngest,
  is_reference_mandatory: flag(repository.commitRules.isReferenceMandatory),
  is_message_change_allowed: flag(repository.commitRules.isMessageChangeAllowed),
  has_default_permissions: flag(repository.hasDefaultPermissions),
  subject_header: repository.subjectHeader,
  // Versions are counted from 1 without gaps.
  access_file_version: 1 + accessFiles.findIndex(({ version }) => version === repository.accessFileVersion),
})

export const writeOursOfRepository = (
  { repository, accessFiles, notifications }: RepositoryTold,
  around: Surroundings,
): readonly Markup[] => [
  ...repository.immutableTags.paths.map((path) => textIn('immutable_path', path)),
  ...repository.immutableTags.whitelist.map((path) => textIn('immutable_whitelist', path)),
  ...accessFiles.map((file) => writeAccessFile(file, around)),
  ...notifications.map((notification) => writeNotification(notification, around)),
]

function writeAccessFile(
  { text: written, hasDefaultPermissions, createdOn, createdBy }: AccessFileVersion,
  { personOf }: Surroundings,
): Markup {
  const person = createdBy === null ? undefined : personOf(createdBy)
  return textIn('access_file', written, {
    has_default_permissions: flag(hasDefaultPermissions),
    created_on: createdOn,
    format: person?.format,
    created_by: person?.name,
  })
}

function writeNotification(
  { path, emails, users, groups }: CommitNotification,
  { personOf, groupNameOf }: Surroundings,
): Markup {
  return element(
    'notification',
    { path },
    ...emails.map((email) => element('email', {}, text(email))),
    ...users.flatMap((id) => {
      const person = personOf(id)
      return person === undefined ? [] : [element('user', { format: person.format }, text(person.name))]
    }),
    ...groups.flatMap((id) => {
      const name = groupNameOf(id)
      return name === undefined ? [] : [element('ugroup', {}, text(name))]
    }),
  )
}

/** What commits refer to, by the ids that artifacts have in the archive. */
export const writeReferencesOfCommits = (rows: readonly CommitReferenceRow[]): readonly Markup[] =>
  rows.map(({ revision, keyword, value, artifact }) =>
    element('reference', { revision, keyword, value, artifact: artifact ?? undefined }),
  )
