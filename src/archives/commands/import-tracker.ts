import { loadProjectGroups } from '../../accounts/store/groups.ts'
import type { Reader } from '../../database/db/db.ts'
import { message } from '../../kit/messages/message.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId, TrackerId, UserId } from '../../kit/values/ids.ts'
import { findChild, getTrimmedText, type XmlElement, XmlProblem } from '../../kit/xml/element.ts'
import { readXml } from '../../kit/xml/read.ts'
import { mayAdministerProject } from '../../projects/policy.ts'
import { auditProject } from '../../projects/store/audit-project.ts'
import { findProjectByShortName } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import { createTrackers } from '../../trackers/commands/create-trackers.ts'
import { maxLinkTypes } from '../../trackers/model/link-type.ts'
import { getLinkTypes } from '../../trackers/store/link-types.ts'
import { loadTrackerNames } from '../../trackers/store/tracker-names.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'
import { buildGroupKey, indexGroupsByName } from '../../trackers/xml/group-by-name.ts'
import { parseTrackers } from '../../trackers/xml/parse/trackers.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { describeUnreadSections } from '../parse/sections.ts'
import { type CheckResult, type Finding, gatherFindings } from '../plan/findings.ts'
import { addLinkTypesOfTrackers, collectLinkTypes } from '../plan/link-types.ts'
import { matchDefaultUsers } from '../reads/match-default-users.ts'
import { writeLinkTypes } from './write-link-types.ts'

export interface TrackerImport {
  /** Short name of the project. */
  readonly project: string
  readonly xml: AsyncIterable<Buffer | string> | string
  /** Shown next to line numbers. */
  readonly fileName?: string
  readonly check?: boolean
  readonly caller: Caller
}

export interface TrackerImportReport {
  /** null: only checked */
  readonly tracker: TrackerId | null
  readonly name: string
  readonly remarks: readonly Finding[]
  readonly ignored: readonly string[]
}

type Deps = Pick<CommandWorld, 'db' | 'cache' | 'clock'>

/**
 * Imports the structure of one tracker, a file whose root is `<tracker>` (docs/api/archive-format.md §2.1), into a
 * project.
 */
export async function importTracker(world: Deps, request: TrackerImport): Promise<CheckResult<TrackerImportReport>> {
  const project = await findProjectByShortName(withReads(world).db.read, request.project)
  const permit = mayAdministerProject(request.caller, project, await getSettings(withReads(world)))
  const { subject } = permit
  const findings = gatherFindings()
  const notes = findings.on(request.fileName ?? 'tracker.xml')
  const root = await readRoot(request.xml, notes)
  const definitions = root === undefined ? [] : await readDefinitions(withReads(world).db.read, root, subject.id, notes)
  const collector = collectLinkTypes(notes)
  addLinkTypesOfTrackers(definitions, collector)
  const knownNames = new Set((await getLinkTypes(withReads(world))).map(({ shortName }) => shortName))
  const linkTypes = collector.conclude(knownNames, { maxNew: maxLinkTypes - knownNames.size })
  const [definition] = definitions
  if (root === undefined || definition === undefined || findings.problems.length > 0) {
    return { problems: findings.problems, remarks: findings.remarks }
  }
  const report = {
    name: definition.name,
    remarks: findings.remarks,
    ignored: [...new Set(describeUnreadSections(root))],
  }
  if (request.check === true) return { ok: { tracker: null, ...report } }

  const at = world.clock.now()
  const tracker = await world.db.write(async (tx) => {
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
  return { ok: { tracker, ...report } }
}

async function readRoot(xml: TrackerImport['xml'], notes: FindingReporter): Promise<XmlElement | undefined> {
  let artifacts = 0
  const each = {
    'tracker/artifacts/artifact': () => {
      artifacts += 1
    },
  }
  try {
    const root = await readXml(xml, { each })
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
    return root
  } catch (error) {
    if (!(error instanceof XmlProblem)) throw error
    notes.problem('unreadable', error.line, error.reason)
    return undefined
  }
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
