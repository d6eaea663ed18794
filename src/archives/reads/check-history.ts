import { message } from '../../kit/messages/message.ts'
import type { UserGroupId } from '../../kit/values/ids.ts'
import { findChild, type XmlElement } from '../../kit/xml/element.ts'
import { type FindingReporter, silentReporter } from '../../trackers/xml/finding-reporter.ts'
import type { GroupByName } from '../../trackers/xml/group-by-name.ts'
import { parseFormElements } from '../../trackers/xml/parse/form-elements.ts'
import { buildTrackerKey } from '../../trackers/xml/parse/tracker.ts'
import type { ArchiveSource } from '../container/open-archive.ts'
import { createPlaceholderFields, type PlaceholderFields } from '../parse/placeholder-fields.ts'
import { createTulipwoodArtifactLookup, type TulipwoodDocument } from '../parse/tulipwood-xml.ts'
import type { FindPrincipal } from '../parse/users-of-archive.ts'
import type { PlannedArtifact } from '../plan/import-plan.ts'
import type { LinkTypeCollector } from '../plan/link-types.ts'
import { type ArtifactChecking, checkArtifact } from './check-artifact.ts'
import { checkFiles } from './check-files.ts'

export interface HistoryChecking {
  readonly archive: ArchiveSource
  readonly notes: FindingReporter
  readonly principalOf: FindPrincipal
  readonly timezone: string
  readonly linkTypes: LinkTypeCollector
  readonly tulipwood: TulipwoodDocument | null
  /** For a second pass with complete trackers; reports nothing twice. */
  readonly again?: { readonly trackers: ReadonlyMap<string, XmlElement>; readonly late: ReadonlySet<string> }
}

/** Checks artifacts one by one while they are parsed and keeps only what the import needs. */
export interface HistoryCheck {
  take(artifact: XmlElement, ancestors: readonly XmlElement[]): Promise<void>
  /** Reports references that were never resolved. */
  finish(groupOf: GroupByName): void
  /** Trackers whose artifacts come before their form: the file must be parsed again. */
  readonly late: ReadonlySet<string>
  readonly artifacts: readonly PlannedArtifact[]
  readonly paths: ReadonlySet<string>
  readonly addresses: ReadonlySet<string>
}

export function createHistoryCheck(context: HistoryChecking): HistoryCheck {
  const { archive, notes, timezone, linkTypes, tulipwood, again } = context
  const parsedIds = new Set<string>()
  // Repeated ids with their count and the line of the second occurrence.
  const repeated = new Map<string, { count: number; readonly line: number }>()
  const nextOwn = createTulipwoodArtifactLookup(tulipwood)
  const expected = { parsedIds, artifacts: new Map<string, number>(), groups: new Map<string, number>() }
  const artifacts: PlannedArtifact[] = []
  const paths = new Set<string>()
  const addresses = new Set<string>()
  const trackers = new Map<XmlElement, PlaceholderFields>()
  const late = new Set<string>()

  const principalOf: FindPrincipal = (format, reference) => {
    const person = context.principalOf(format, reference)
    if (person?.kind === 'address') addresses.add(person.email.toLowerCase())
    return person
  }
  const checking: ArtifactChecking = { notes, principalOf, timezone, linkTypes, expected, isOurs: tulipwood !== null }

  return {
    late,
    artifacts,
    paths,
    addresses,
    async take(element, ancestors) {
      const tracker = ancestors.at(-2)
      if (tracker === undefined) return
      const key = buildTrackerKey(tracker)
      if (again === undefined && findChild(tracker, 'formElements') === undefined) late.add(key)
      if (late.has(key)) return
      const here = { ...checking, notes: again === undefined || again.late.has(key) ? notes : silentReporter }
      const standIns = trackers.get(tracker) ?? parsePlaceholders(again?.trackers.get(key) ?? tracker, tulipwood)
      trackers.set(tracker, standIns)
      const archived = nextOwn(element.attributes['id']?.trim() ?? '')
      const artifact = await checkArtifact(element, archived, standIns, here)
      const { oldId, line } = artifact
      for (const path of await checkFiles(archive, artifact, here.notes)) paths.add(path)
      const [first] = artifact.changesets
      if (first === undefined) return
      if (parsedIds.has(oldId)) {
        const before = repeated.get(oldId)
        if (before === undefined) repeated.set(oldId, { count: 2, line })
        else before.count += 1
      }
      if (oldId !== '') parsedIds.add(oldId)
      expected.artifacts.delete(oldId)
      const { person, submittedOn } = first
      artifacts.push({ oldId, trackerKey: key, author: person, submittedOn, tulipwood: archived })
    },
    finish(groupOf) {
      for (const [oldId, { count, line }] of repeated) {
        notes.remark(
          'repeated-artifact-id',
          line,
          message`${count} artifacts have the id ${oldId}: links to this id lead to the last one`,
        )
      }
      // docs/api/archive-format.md §3.4 rules 11, 12 and 13: skipped with a remark.
      for (const [oldId, line] of expected.artifacts) {
        notes.remark(
          'link-target-unknown',
          line,
          message`Links to the artifact "${oldId}" are left out: it is not in the archive`,
        )
      }
      for (const [name, line] of expected.groups) {
        if (groupOf(name) === undefined)
          notes.remark('unknown-group', line, message`"${name}" is not a user group of the project: it is left out`)
      }
    },
  }
}

function parsePlaceholders(tracker: XmlElement, tulipwood: TulipwoodDocument | null): PlaceholderFields {
  // Findings about the structure are reported once everything is parsed: groups may come after trackers.
  const groups = new Map<string, UserGroupId>()
  const groupOf = (name: string): UserGroupId => {
    const standIn = groups.get(name) ?? ((firstPlaceholderId + groups.size) as UserGroupId)
    groups.set(name, standIn)
    return standIn
  }
  const context = {
    notes: silentReporter,
    groupOf,
    userOf: () => undefined,
    trackerKeys: new Set<string>(),
    isSingleTracker: true,
  }
  const { fields, form } = parseFormElements(tracker, context)
  return createPlaceholderFields(fields, form, tulipwood !== null)
}

const firstPlaceholderId = 1000
