import type { UserGroupId } from '../../kit/ids.ts'
import { child, type XmlElement } from '../../kit/xml/element.ts'
import { type Notes, silent } from '../findings.ts'
import type { NamedLinkTypes } from '../link-types.ts'
import type { PlannedArtifact } from '../plan.ts'
import { readFormElements } from '../reading/form-elements.ts'
import type { GroupByName } from '../reading/groups.ts'
import { type Ours, oursInOrder } from '../reading/ours.ts'
import type { PersonOf } from '../reading/people.ts'
import { type StandIns, standInsFor } from '../reading/stand-ins.ts'
import { keyOfTracker } from '../reading/tracker.ts'
import type { ArchiveSource } from '../source.ts'
import { type ArtifactChecking, checkArtifact } from './check-artifact.ts'
import { checkFiles } from './check-files.ts'

export interface HistoryChecking {
  readonly archive: ArchiveSource
  readonly notes: Notes
  readonly personOf: PersonOf
  readonly timezone: string
  readonly linkTypes: NamedLinkTypes
  readonly ours: Ours | null
  /** For a second reading: trackers that are complete, and what the first one reported already. */
  readonly again?: { readonly trackers: ReadonlyMap<string, XmlElement>; readonly late: ReadonlySet<string> }
}

/** Checks artifacts one by one as they are read, and keeps of each only what the import must know beforehand. */
export interface HistoryCheck {
  take(artifact: XmlElement, ancestors: readonly XmlElement[]): Promise<void>
  /** After the last one: what was spoken of and never came. */
  finish(groupOf: GroupByName): void
  /** Trackers whose artifacts stand before the form that they need: all must be read again. */
  readonly late: ReadonlySet<string>
  readonly artifacts: readonly PlannedArtifact[]
  readonly paths: ReadonlySet<string>
  readonly addresses: ReadonlySet<string>
}

export function historyCheck(given: HistoryChecking): HistoryCheck {
  const { archive, notes, timezone, linkTypes, ours, again } = given
  const known = new Set<string>()
  // By id that is not the first artifact's: how many have it, and the line of the second one.
  const repeated = new Map<string, { count: number; readonly line: number }>()
  const nextOwn = oursInOrder(ours)
  const expected = { known, artifacts: new Map<string, number>(), groups: new Map<string, number>() }
  const artifacts: PlannedArtifact[] = []
  const paths = new Set<string>()
  const addresses = new Set<string>()
  const trackers = new Map<XmlElement, StandIns>()
  const late = new Set<string>()

  const personOf: PersonOf = (format, reference) => {
    const person = given.personOf(format, reference)
    if (person?.kind === 'address') addresses.add(person.email.toLowerCase())
    return person
  }
  const checking: ArtifactChecking = { notes, personOf, timezone, linkTypes, expected, isOurs: ours !== null }

  return {
    late,
    artifacts,
    paths,
    addresses,
    async take(element, ancestors) {
      const tracker = ancestors.at(-2)
      if (tracker === undefined) return
      const key = keyOfTracker(tracker)
      if (again === undefined && child(tracker, 'formElements') === undefined) late.add(key)
      if (late.has(key)) return
      const here = { ...checking, notes: again === undefined || again.late.has(key) ? notes : silent }
      const standIns = trackers.get(tracker) ?? readStandIns(again?.trackers.get(key) ?? tracker, ours)
      trackers.set(tracker, standIns)
      const own = nextOwn(element.attributes['id']?.trim() ?? '')
      const artifact = await checkArtifact(element, own, standIns, here)
      const { oldId, line } = artifact
      for (const path of await checkFiles(archive, artifact, here.notes)) paths.add(path)
      const [first] = artifact.changesets
      if (first === undefined) return
      if (known.has(oldId)) {
        const before = repeated.get(oldId)
        if (before === undefined) repeated.set(oldId, { count: 2, line })
        else before.count += 1
      }
      if (oldId !== '') known.add(oldId)
      expected.artifacts.delete(oldId)
      const { person, submittedOn } = first
      artifacts.push({ oldId, trackerKey: key, person, submittedOn, own })
    },
    finish(groupOf) {
      for (const [oldId, { count, line }] of repeated) {
        notes.remark(
          'repeated-artifact-id',
          line,
          `${count} artifacts have the id ${oldId}: links to this id lead to the last one`,
        )
      }
      // docs/api/archive-format.md §3.4 rules 11, 12 and 13: skipped, and said.
      for (const [oldId, line] of expected.artifacts) {
        notes.remark(
          'link-target-unknown',
          line,
          `Links to the artifact "${oldId}" are left out: it is not in the archive`,
        )
      }
      for (const [name, line] of expected.groups) {
        if (groupOf(name) === undefined)
          notes.remark('unknown-group', line, `"${name}" is no user group of the project: it is left out`)
      }
    },
  }
}

function readStandIns(tracker: XmlElement, ours: Ours | null): StandIns {
  // What is wrong with the structure is said once, when all of it is read: groups may be listed after the trackers.
  const groups = new Map<string, UserGroupId>()
  const groupOf = (name: string): UserGroupId => {
    const standIn = groups.get(name) ?? ((firstStandIn + groups.size) as UserGroupId)
    groups.set(name, standIn)
    return standIn
  }
  const around = { notes: silent, groupOf, userOf: () => undefined, trackerKeys: new Set<string>(), isAlone: true }
  const { fields, form } = readFormElements(tracker, around)
  return standInsFor(fields, form, ours !== null)
}

const firstStandIn = 1000
