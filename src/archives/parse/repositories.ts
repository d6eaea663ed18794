import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { findChild, findChildren, type XmlElement } from '../../kit/xml/element.ts'
import type { CommitRules, ImmutableTags } from '../../subversion/model/repository.ts'
import { assertRepositoryName } from '../../subversion/model/repository-name.ts'
import { parseImmutableTags } from '../../subversion/model/settings-input.ts'
import { parseSubjectHeader } from '../../subversion/model/subject-header.ts'
import { getRequiredAttribute } from '../../trackers/xml/attributes.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'
import type { TulipwoodDocument } from './tulipwood-xml.ts'
import type { ArchivedAccessFile, ArchivedNotification, TulipwoodRepository } from './tulipwood-xml-repository.ts'

/** An archived repository with its settings; its dump is not parsed. */
export interface ArchivedRepository {
  readonly line: number
  readonly name: string
  /** Path of its dump in the archive; null: empty repository. */
  readonly dump: string | null
  readonly commitRules: CommitRules
  readonly immutableTags: ImmutableTags
  readonly hasDefaultPermissions: boolean
  readonly subjectHeader: string
  /** Oldest version first. */
  readonly accessFiles: readonly ArchivedAccessFile[]
  /** Active version; 0: none */
  readonly accessFileVersion: number
  readonly notifications: readonly ArchivedNotification[]
  /** From tulipwood.xml; null: it is not there. */
  readonly tulipwood: Pick<TulipwoodRepository, 'youngest' | 'references'> | null
}

interface FindingReporters {
  /** about project.xml */
  readonly notes: FindingReporter
  /** about tulipwood.xml */
  readonly tulipwoodNotes: FindingReporter
}

/** Parses the section `<svn>` of project.xml, also of older archives, and its data in tulipwood.xml. */
export function parseRepositories(
  root: XmlElement,
  tulipwood: TulipwoodDocument | null,
  places: FindingReporters,
): ArchivedRepository[] {
  const usedNames = new Set<string>()
  const elements = findChildren(root, 'svn').flatMap((section) => findChildren(section, 'repository'))
  return elements.map((element) => {
    const name = getRequiredAttribute(element, 'name', places.notes)
    const broken = name === '' ? undefined : catchRefusal(() => assertRepositoryName(name))
    if (broken !== undefined) places.notes.problem('repository', element.line, broken)
    else if (usedNames.has(name.toLowerCase()))
      places.notes.problem('repository', element.line, message`Two repositories are called ${JSON.stringify(name)}`)
    usedNames.add(name.toLowerCase())
    const archived = tulipwood?.repositories.get(name)
    return archived === undefined
      ? parseOlderFormat(element, name, places.notes)
      : mergeTulipwoodRepository(element, archived, places)
  })
}

const dumpPathOf = ({ attributes }: XmlElement): string | null => attributes['dump-file']?.trim() || null

/** Parses what the format itself can represent; the rest gets defaults (docs/api/subversion.md §1.9). */
function parseOlderFormat(element: XmlElement, name: string, notes: FindingReporter): ArchivedRepository {
  const accessFile = findChild(element, 'access-file')
  const text = withoutGeneratedPart(accessFile?.text ?? '').trim()
  const line = accessFile?.line ?? element.line
  return {
    line: element.line,
    name,
    dump: dumpPathOf(element),
    commitRules: { isReferenceMandatory: false, isMessageChangeAllowed: false },
    immutableTags: { paths: [], whitelist: [] },
    hasDefaultPermissions: true,
    subjectHeader: '',
    accessFiles: text === '' ? [] : [{ line, text, hasDefaultPermissions: true, createdOn: null, createdBy: null }],
    accessFileVersion: text === '' ? 0 : 1,
    notifications: parseNotifications(element, notes),
    tulipwood: null,
  }
}

/**
 * docs/api/subversion.md §2.2: the text between these lines names users and groups of another site and is generated
 * again.
 */
const withoutGeneratedPart = (text: string): string => text.replace(generatedPart, '')
const generatedPart =
  /^[ \t]*# BEGIN CODENDI DEFAULT SETTINGS[^\n]*\n[\s\S]*?^[ \t]*# END CODENDI DEFAULT SETTINGS[^\n]*(\n|$)/m

/** Parses email addresses, one element per path; repeated paths are merged. */
function parseNotifications(element: XmlElement, notes: FindingReporter): ArchivedNotification[] {
  const byPath = new Map<string, ArchivedNotification>()
  for (const each of findChildren(element, 'notification')) {
    const path = getRequiredAttribute(each, 'path', notes)
    const emails = (each.attributes['emails'] ?? '').split(/[,;\s]+/).filter((email) => email !== '')
    const all = [...(byPath.get(path)?.emails ?? []), ...emails]
    byPath.set(path, { line: each.line, path, emails: [...new Set(all)], people: [], groups: [] })
  }
  const notifications = [...byPath.values()].filter(({ path }) => path !== '')
  checkPaths(notifications, notes)
  return notifications
}

const maxPathLength = 255

function checkPaths(notifications: readonly ArchivedNotification[], notes: FindingReporter): void {
  for (const { path, line } of notifications) {
    if (path.length > maxPathLength)
      notes.problem('repository', line, message`The path of a notification has more than ${maxPathLength} characters`)
  }
}

function mergeTulipwoodRepository(
  element: XmlElement,
  archived: TulipwoodRepository,
  { tulipwoodNotes: notes }: FindingReporters,
): ArchivedRepository {
  const { isReferenceMandatory, isMessageChangeAllowed, hasDefaultPermissions, accessFiles, line } = archived
  const checked = <T>(read: () => T, otherwise: T): T => {
    let result = otherwise
    const refused = catchRefusal(() => {
      result = read()
    })
    if (refused !== undefined)
      notes.problem('repository', line, message`Of the repository ${JSON.stringify(archived.name)}: ${refused}`)
    return result
  }
  const tags = { paths: archived.immutablePaths, whitelist: archived.immutableWhitelist }
  const paths = archived.notifications.map(({ path }) => path)
  if (new Set(paths).size < paths.length)
    notes.problem('repository', line, message`A path of a notification is there twice`)
  checkPaths(archived.notifications, notes)
  return {
    line: element.line,
    name: archived.name,
    dump: dumpPathOf(element),
    commitRules: { isReferenceMandatory, isMessageChangeAllowed },
    immutableTags: checked(() => parseImmutableTags(tags), tags),
    hasDefaultPermissions,
    subjectHeader: checked(() => parseSubjectHeader(archived.subjectHeader), ''),
    accessFiles,
    accessFileVersion: Math.min(archived.accessFileVersion, accessFiles.length),
    notifications: archived.notifications,
    tulipwood: archived,
  }
}

/** Returns the reason for which REST would reject it. */
function catchRefusal(check: () => void): Message | undefined {
  try {
    check()
    return undefined
  } catch (problem) {
    if (problem instanceof Refusal) return problem.text
    throw problem
  }
}
