import { Refusal } from '../../kit/refusal.ts'
import { children, textOf, type XmlElement } from '../../kit/xml/element.ts'
import type { CommitRules, ImmutableTags } from '../../subversion/model/repository.ts'
import { assertRepositoryName } from '../../subversion/model/repository-name.ts'
import { parseImmutableTags } from '../../subversion/model/settings-input.ts'
import { parseSubjectHeader } from '../../subversion/model/subject-header.ts'
import type { Notes } from '../findings.ts'
import { requiredAttribute } from './attributes.ts'
import type { Ours } from './ours.ts'
import type { ArchivedAccessFile, ArchivedNotification, OursOfRepository } from './ours-of-repository.ts'

/** A repository of an archive with all that is set for it; its dump was not looked into. */
export interface ArchivedRepository {
  readonly line: number
  readonly name: string
  /** Path of its dump in the archive; null: it begins empty. */
  readonly dump: string | null
  readonly commitRules: CommitRules
  readonly immutableTags: ImmutableTags
  readonly hasDefaultPermissions: boolean
  readonly subjectHeader: string
  /** The first version first. */
  readonly accessFiles: readonly ArchivedAccessFile[]
  /** The one in force; 0: none */
  readonly accessFileVersion: number
  readonly notifications: readonly ArchivedNotification[]
  /** null: the archive says nothing of this */
  readonly ours: Pick<OursOfRepository, 'youngest' | 'references'> | null
}

interface Places {
  /** about project.xml */
  readonly notes: Notes
  /** about tulipwood.xml */
  readonly ours: Notes
}

/** The section `<svn>` of project.xml, as older archives have it as well, and what ours tell beside it. */
export function readRepositories(root: XmlElement, ours: Ours | null, places: Places): ArchivedRepository[] {
  const taken = new Set<string>()
  const elements = children(root, 'svn').flatMap((section) => children(section, 'repository'))
  return elements.map((element) => {
    const name = requiredAttribute(element, 'name', places.notes)
    const broken = name === '' ? undefined : refusalOf(() => assertRepositoryName(name))
    if (broken !== undefined) places.notes.problem('repository', element.line, broken)
    else if (taken.has(name.toLowerCase()))
      places.notes.problem('repository', element.line, `Two repositories are called ${JSON.stringify(name)}`)
    taken.add(name.toLowerCase())
    const own = ours?.repositories.get(name)
    return own === undefined ? readOlder(element, name, places.notes) : withOurs(element, own, places)
  })
}

const dumpOf = ({ attributes }: XmlElement): string | null => attributes['dump-file']?.trim() || null

/** What the format itself can say; the rest has its defaults (docs/api/subversion.md §1.9). */
function readOlder(element: XmlElement, name: string, notes: Notes): ArchivedRepository {
  const text = withoutGeneratedPart(textOf(element, 'access-file') ?? '').trim()
  return {
    line: element.line,
    name,
    dump: dumpOf(element),
    commitRules: { isReferenceMandatory: false, isMessageChangeAllowed: false },
    immutableTags: { paths: [], whitelist: [] },
    hasDefaultPermissions: true,
    subjectHeader: '',
    accessFiles: text === '' ? [] : [{ text, hasDefaultPermissions: true, createdOn: null, createdBy: null }],
    accessFileVersion: text === '' ? 0 : 1,
    notifications: readNotifications(element, notes),
    ours: null,
  }
}

/**
 * docs/api/subversion.md §2.2: what stands between these lines names people and groups of another platform, and is made
 * anew here.
 */
const withoutGeneratedPart = (text: string): string => text.replace(generatedPart, '')
const generatedPart =
  /^[ \t]*# BEGIN CODENDI DEFAULT SETTINGS[^\n]*\n[\s\S]*?^[ \t]*# END CODENDI DEFAULT SETTINGS[^\n]*(\n|$)/m

/** Addresses alone, one element a path; a path that comes twice is one. */
function readNotifications(element: XmlElement, notes: Notes): ArchivedNotification[] {
  const byPath = new Map<string, ArchivedNotification>()
  for (const each of children(element, 'notification')) {
    const path = requiredAttribute(each, 'path', notes)
    const emails = (each.attributes['emails'] ?? '').split(/[,;\s]+/).filter((email) => email !== '')
    const all = [...(byPath.get(path)?.emails ?? []), ...emails]
    byPath.set(path, { line: each.line, path, emails: [...new Set(all)], people: [], groups: [] })
  }
  const notifications = [...byPath.values()].filter(({ path }) => path !== '')
  checkPaths(notifications, notes)
  return notifications
}

const longestPath = 255

function checkPaths(notifications: readonly ArchivedNotification[], notes: Notes): void {
  for (const { path, line } of notifications) {
    if (path.length > longestPath)
      notes.problem('repository', line, `The path of a notification has more than ${longestPath} characters`)
  }
}

function withOurs(element: XmlElement, own: OursOfRepository, { ours: notes }: Places): ArchivedRepository {
  const { isReferenceMandatory, isMessageChangeAllowed, hasDefaultPermissions, accessFiles, line } = own
  const checked = <T>(read: () => T, otherwise: T): T => {
    let result = otherwise
    const refused = refusalOf(() => {
      result = read()
    })
    if (refused !== undefined)
      notes.problem('repository', line, `Of the repository ${JSON.stringify(own.name)}: ${refused}`)
    return result
  }
  const tags = { paths: own.immutablePaths, whitelist: own.immutableWhitelist }
  const paths = own.notifications.map(({ path }) => path)
  if (new Set(paths).size < paths.length) notes.problem('repository', line, 'A path of a notification is there twice')
  checkPaths(own.notifications, notes)
  return {
    line: element.line,
    name: own.name,
    dump: dumpOf(element),
    commitRules: { isReferenceMandatory, isMessageChangeAllowed },
    immutableTags: checked(() => parseImmutableTags(tags), tags),
    hasDefaultPermissions,
    subjectHeader: checked(() => parseSubjectHeader(own.subjectHeader), ''),
    accessFiles,
    accessFileVersion: Math.min(own.accessFileVersion, accessFiles.length),
    notifications: own.notifications,
    ours: own,
  }
}

/** Why something is refused that is refused over REST as well. */
function refusalOf(check: () => void): string | undefined {
  try {
    check()
    return undefined
  } catch (problem) {
    if (problem instanceof Refusal) return problem.message
    throw problem
  }
}
