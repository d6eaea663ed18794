import { loadProjectGroups } from '../../accounts/store/groups.ts'
import type { Reader } from '../../database/db/db.ts'
import { message } from '../../kit/messages/message.ts'
import { type Caller, isSiteAdministrator } from '../../kit/values/caller.ts'
import type { ProjectId, UserId } from '../../kit/values/ids.ts'
import { findChild, getTrimmedText, type XmlElement, XmlProblem } from '../../kit/xml/element.ts'
import { readXml } from '../../kit/xml/read.ts'
import type { XmlLimits } from '../../kit/xml/tree.ts'
import type { Project } from '../../projects/model/project.ts'
import { auditProject } from '../../projects/store/audit-project.ts'
import { findProject, findProjectByShortName } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import { checkTrackerNames } from '../../trackers/commands/check-tracker-names.ts'
import { createTrackers } from '../../trackers/commands/create-trackers.ts'
import { collectProblems } from '../../trackers/parse/problems.ts'
import { mayCreateTracker } from '../../trackers/policy.ts'
import { getLinkTypes } from '../../trackers/store/link-types.ts'
import { lockTrackersOfProject } from '../../trackers/store/lock-trackers-of-project.ts'
import { loadTrackerNames } from '../../trackers/store/tracker-names.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'
import { buildGroupKey, indexGroupsByName } from '../../trackers/xml/group-by-name.ts'
import { parseTrackers } from '../../trackers/xml/parse/trackers.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { ImportedTracker, TrackerNames } from '../model/tracker-import.ts'
import { describeUnreadSections } from '../parse/sections.ts'
import { type CheckResult, type Finding, gatherFindings } from '../plan/findings.ts'
import { addLinkTypesOfTrackers, collectLinkTypes, getMaxNewTypes } from '../plan/link-types.ts'
import { matchDefaultUsers } from '../reads/match-default-users.ts'
import { writeLinkTypes } from './write-link-types.ts'

export interface TrackerImport {
  /** Short name or id of the project. */
  readonly project: string | ProjectId
  readonly xml: AsyncIterable<Buffer | string> | string
  /** Shown next to line numbers. */
  readonly fileName?: string
  readonly check?: boolean
  readonly caller: Caller
  /** Replace those of the document. */
  readonly name?: string | undefined
  readonly itemName?: string | undefined
  readonly color?: string | undefined
  /** Limits of a document from outside. */
  readonly limits?: XmlLimits
}

/** As of the model, with the file of each remark. */
interface TrackerImportReport extends ImportedTracker {
  readonly remarks: readonly Finding[]
}

/** `names`: null if the document cannot be read. */
export type TrackerImportResult = CheckResult<TrackerImportReport> & { readonly names: TrackerNames | null }

type Deps = Pick<CommandWorld, 'db' | 'cache' | 'clock'>

/**
 * Imports the structure of one tracker, a file whose root is `<tracker>` (docs/api/archive-format.md §2.1), into a
 * project.
 */
export async function importTracker(world: Deps, request: TrackerImport): Promise<TrackerImportResult> {
  const settings = await getSettings(withReads(world))
  const project = await findNamedProject(withReads(world).db.read, request.project)
  const { subject } = mayCreateTracker(request.caller, project, settings)
  const findings = gatherFindings()
  const notes = findings.on(request.fileName ?? 'tracker.xml')
  const root = await readRoot(request, notes)
  const definitions = root === undefined ? [] : await readDefinitions(withReads(world).db.read, root, subject.id, notes)
  const collector = collectLinkTypes(notes)
  addLinkTypesOfTrackers(definitions, collector)
  const knownNames = new Set((await getLinkTypes(withReads(world))).map(({ shortName }) => shortName))
  const isUser = request.caller.kind === 'member' && !isSiteAdministrator(request.caller)
  const linkTypes = collector.conclude(knownNames, { maxNew: getMaxNewTypes(knownNames, isUser) })
  const [definition] = definitions
  if (root === undefined || definition === undefined || findings.problems.length > 0) {
    return { problems: findings.problems, remarks: findings.remarks, names: definition ?? null }
  }
  const { name, itemName, color } = definition
  const names = { name, itemName, color }
  const report = {
    ...names,
    remarks: findings.remarks,
    ignored: [...new Set(describeUnreadSections(root))],
  }
  if (request.check === true) return { ok: { tracker: null, ...report }, names }

  const at = world.clock.now()
  const tracker = await world.db.write(async (tx) => {
    await lockTrackersOfProject(tx, subject.id)
    const permit = mayCreateTracker(request.caller, await findProject(tx, subject.id), settings)
    // Another tracker may have got the name since the check.
    const problems = collectProblems()
    checkTrackerNames(definition, await loadTrackerNames(tx, subject.id), problems)
    problems.throwIfAny()
    const created = await createTrackers(tx, permit, { definitions })
    const tracker = created.trackers.get(definition.key) ?? null
    const detail = { tracker, name: definition.name }
    const entry = {
      at,
      by: request.caller,
      action: 'tracker imported',
      detail,
    }
    await writeLinkTypes(tx, permit, { linkTypes, tulipwood: null }, entry)
    await auditProject(tx, subject, entry)
    return tracker
  })
  return { ok: { tracker, ...report }, names }
}

const findNamedProject = (db: Reader, project: TrackerImport['project']): Promise<Project | undefined> =>
  typeof project === 'string' ? findProjectByShortName(db, project) : findProject(db, project)

async function readRoot(request: TrackerImport, notes: FindingReporter): Promise<XmlElement | undefined> {
  let artifacts = 0
  const each = {
    'tracker/artifacts/artifact': () => {
      artifacts += 1
    },
  }
  try {
    const root = await readXml(request.xml, { ...request.limits, each })
    if (root.name !== 'tracker') {
      notes.problem('wrong-root', root.line, message`The file holds <${root.name}> instead of <tracker>`)
      return undefined
    }
    // Artifacts refer to users, which only project archives list.
    if (artifacts > 0) {
      const line = findChild(root, 'artifacts')?.line ?? root.line
      notes.remark(
        'feature-left-out',
        line,
        message`Its ${artifacts} artifacts are left out: only project archives can contain artifacts`,
      )
    }
    return replaceNames(root, request)
  } catch (error) {
    if (!(error instanceof XmlProblem)) throw error
    notes.problem('unreadable', error.line, error.reason)
    return undefined
  }
}

/** Names of a request are checked like those of the document. */
function replaceNames(root: XmlElement, { name, itemName, color }: TrackerImport): XmlElement {
  const texts = Object.entries({ name, item_name: itemName, color }).flatMap(([element, text]) =>
    text === undefined ? [] : { name: element, attributes: {}, children: [], text, line: root.line },
  )
  const others = root.children.filter((child) => texts.every((each) => each.name !== child.name))
  return { ...root, children: [...texts, ...others] }
}

async function readDefinitions(db: Reader, root: XmlElement, projectId: ProjectId, notes: FindingReporter) {
  const groups = await loadProjectGroups(db, projectId)
  const people: ReadonlyMap<string, UserId> = await matchDefaultUsers(db, root)
  const trackerNames = await loadTrackerNames(db, projectId)
  const name = getTrimmedText(root, 'name') ?? ''
  const itemName = getTrimmedText(root, 'item_name') ?? ''
  if (trackerNames.names.has(name.toLowerCase()))
    notes.problem('tracker-name', root.line, message`The project has a tracker called "${name}" already`)
  if (trackerNames.itemNames.has(itemName.toLowerCase())) {
    notes.problem(
      'tracker-name',
      root.line,
      message`The project has a tracker with the item_name "${itemName}" already`,
    )
  }
  return parseTrackers([root], {
    notes,
    groupOf: indexGroupsByName(new Map(groups.map((group) => [buildGroupKey(group.name), group.id]))),
    userOf: (format, reference) => people.get(`${format} ${reference}`),
    isSingleTracker: true,
  })
}
