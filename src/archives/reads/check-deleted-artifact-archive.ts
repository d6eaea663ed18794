import { loadProjectGroups } from '../../accounts/store/groups.ts'
import { loadHeaders } from '../../artifacts/store/artifacts.ts'
import type { Reader } from '../../database/db/db.ts'
import { message } from '../../kit/messages/message.ts'
import type { ArtifactId, TrackerId } from '../../kit/values/ids.ts'
import { findChild, findChildren, type XmlElement } from '../../kit/xml/element.ts'
import { getSettings } from '../../site/store/settings.ts'
import { maxLinkTypes } from '../../trackers/model/link-type.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { getLinkTypes } from '../../trackers/store/link-types.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'
import { silentReporter } from '../../trackers/xml/finding-reporter.ts'
import { buildGroupKey, indexGroupsByName } from '../../trackers/xml/group-by-name.ts'
import { buildNameKey } from '../../trackers/xml/parse/form.ts'
import { parseFormElements } from '../../trackers/xml/parse/form-elements.ts'
import type { World } from '../../world/model/world.ts'
import type { ArchiveSource } from '../container/open-archive.ts'
import type { ArchivedArtifact } from '../parse/artifact.ts'
import { findUsableField } from '../parse/changes.ts'
import { mapKnownValues } from '../parse/known-values.ts'
import { type TulipwoodArtifact, treatAsUsed } from '../parse/tulipwood-xml.ts'
import { indexUsers } from '../parse/users-of-archive.ts'
import type { Findings } from '../plan/findings.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { getImportTimezone } from '../plan/import-timezone.ts'
import { type ArchivedLinkType, collectLinkTypes } from '../plan/link-types.ts'
import { checkArtifact } from './check-artifact.ts'
import { checkFiles } from './check-files.ts'
import { matchUsersOfArtifact, type NewAccounts } from './match-artifact-users.ts'
import { findOriginalTracker, type RestoreTarget } from './original-tracker.ts'
import { readEntry } from './read-entry.ts'
import { findTulipwoodXml } from './read-tulipwood-xml.ts'

export interface DeletedArtifactArchive {
  readonly archive: ArchiveSource
  /** Overrides the original tracker. */
  readonly tracker?: TrackerId
  readonly newAccounts?: NewAccounts
}

/** Everything that a restore writes. */
export interface RestorePlan extends RestoreTarget {
  readonly archived: ArchivedArtifact
  readonly own: TulipwoodArtifact | undefined
  readonly people: Pick<ImportPlan, 'users' | 'identities' | 'addresses'>
  /** Linked artifacts, without the artifact itself. */
  readonly targets: readonly ArtifactId[]
  readonly paths: readonly string[]
  readonly linkTypes: readonly ArchivedLinkType[]
  /** References of its history to existing entities. */
  readonly around: Pick<ImportPlan, 'principalOf' | 'tulipwood'> & {
    readonly timezone: string
    readonly groupOf: ReturnType<typeof indexGroupsByName>
    readonly values: ReturnType<typeof mapKnownValues>
  }
}

/** Parses the archive of a deleted artifact (docs/api/archive-format.md §4) and reports all findings. */
export async function checkDeletedArtifactArchive(
  world: Pick<World, 'db' | 'cache' | 'config'>,
  { archive, tracker: requested, newAccounts }: DeletedArtifactArchive,
  findings: Findings,
): Promise<RestorePlan | undefined> {
  const db = world.db.read
  const notes = findings.on('artifact.xml')
  const tulipwood = await findTulipwoodXml(archive, findings.on('tulipwood.xml'))
  const root = await readEntry(archive, 'artifact.xml', notes)
  const parts = root && parseParts(root, notes)
  const home = parts && (await findOriginalTracker(db, { ...parts, requested, tulipwood }, notes))
  if (parts === undefined || home === undefined) return undefined
  const { structure, artifact } = parts
  const groupOf = await loadGroups(db, home.tracker)
  const fields = tulipwood === null ? home.tracker.fieldByName : treatAsUsed(home.tracker.fieldByName)
  const fieldByName = new Map([...fields].map(([name, field]) => [buildNameKey(name), field]))
  const tracker = { ...home.tracker, fieldByName }
  const surroundings = {
    notes: silentReporter,
    groupOf,
    userOf: () => undefined,
    trackerKeys: new Set<string>(),
    isSingleTracker: true,
  }
  const values = mapKnownValues(parseFormElements(structure, surroundings).fields, fieldByName, home.isOwn)

  const own = tulipwood?.artifacts.get(artifact.attributes['id']?.trim() ?? '')?.[0]
  const exported = [...(own?.changes.values() ?? [])].flat()
  const people = await matchUsersOfArtifact(db, [artifact, ...exported], newAccounts, notes)
  const principalOf = indexUsers(people.users)
  const linkTypes = collectLinkTypes(notes)
  const timezone = getImportTimezone(await getSettings(world), world.config)

  const expected = {
    parsedIds: new Set<string>(),
    artifacts: new Map<string, number>(),
    groups: new Map<string, number>(),
  }
  const archived = await checkArtifact(
    artifact,
    own,
    { fieldByName, values },
    {
      // Unknown users have been reported.
      principalOf: (format, reference) => principalOf(format, reference) ?? { kind: 'nobody' },
      ...{ notes, timezone, linkTypes, expected, isOurs: tulipwood !== null },
    },
  )
  const siteTypes = new Set((await getLinkTypes(world)).map(({ shortName }) => shortName))
  if (archived.changesets.length === 0)
    notes.problem('artifact-archive', archived.line, message`The artifact has no changeset`)
  if (requested === undefined) reportUnsupportedValues(archived, tracker, notes)
  if (requested === undefined && home.isOwn) await reportExistingArtifact(db, archived, notes)
  for (const [name, line] of expected.groups) {
    if (groupOf(name) === undefined)
      notes.remark('unknown-group', line, message`"${name}" is not a user group of the project: it is left out`)
  }
  expected.artifacts.delete(archived.oldId)
  return {
    ...{ tracker, isOwn: home.isOwn, archived, own, people },
    targets: await loadLinkTargets(db, expected.artifacts, home, notes),
    paths: await checkFiles(archive, archived, notes, true),
    linkTypes: linkTypes.conclude(siteTypes, { maxNew: maxLinkTypes - siteTypes.size }),
    around: { principalOf, tulipwood, timezone, groupOf, values },
  }
}

function parseParts(
  root: XmlElement,
  notes: FindingReporter,
): { readonly structure: XmlElement; readonly artifact: XmlElement } | undefined {
  const structure = findChild(root, 'tracker')
  const holder = findChild(root, 'artifacts')
  const [artifact, ...others] = holder === undefined ? [] : findChildren(holder, 'artifact')
  if (root.name !== 'trackers')
    notes.problem('wrong-root', root.line, message`The file holds <${root.name}> instead of <trackers>`)
  else if (structure === undefined)
    notes.problem('required-part-missing', root.line, message`<trackers> needs the <tracker> of the artifact`)
  else if (artifact === undefined)
    notes.problem('required-part-missing', root.line, message`<trackers> needs <artifacts> with an <artifact>`)
  else if (others.length > 0)
    notes.problem('artifact-archive', others[0]?.line ?? null, message`The archive holds more than one artifact`)
  else return { structure, artifact }
  return undefined
}

async function loadGroups(db: Reader, { projectId }: Tracker) {
  const groups = await loadProjectGroups(db, projectId)
  return indexGroupsByName(new Map(groups.map((group) => [buildGroupKey(group.name), group.id])))
}

/** Unsupported values are reported once per field; they are dropped if the caller names the tracker. */
function reportUnsupportedValues(
  { changesets }: ArchivedArtifact,
  { id, fieldByName }: Tracker,
  notes: FindingReporter,
): void {
  const reportedNames = new Set<string>()
  for (const change of changesets.flatMap(({ changes }) => changes)) {
    const { field_name: name = '' } = change.attributes
    findUsableField(change, fieldByName, {
      reportProblem(line, text) {
        if (!reportedNames.has(name))
          notes.problem(
            'artifact-archive',
            line,
            message`${text} (naming the tracker ${id} restores the artifact without)`,
          )
        reportedNames.add(name)
      },
    })
  }
}

/** Ids are never reused, so an artifact with this id is the same artifact. */
async function reportExistingArtifact(
  db: Reader,
  { oldId, line }: ArchivedArtifact,
  notes: FindingReporter,
): Promise<void> {
  const id = parseId(oldId)
  if (id !== undefined && (await loadHeaders(db, [id])).size > 0)
    notes.problem(
      'artifact-archive',
      line,
      message`The artifact ${id} is not deleted (naming its tracker makes a copy)`,
    )
}

/** Links to existing artifacts of this site; the ids of another site mean other artifacts. */
async function loadLinkTargets(
  db: Reader,
  referenced: ReadonlyMap<string, number>,
  { isOwn }: RestoreTarget,
  notes: FindingReporter,
): Promise<ArtifactId[]> {
  const ids = isOwn ? [...referenced.keys()].flatMap((oldId) => parseId(oldId) ?? []) : []
  const existingIds = new Set([...(await loadHeaders(db, ids)).keys()].map(String))
  for (const [oldId, line] of referenced) {
    if (existingIds.has(oldId)) continue
    const why = isOwn ? message`it no longer exists` : message`the archive comes from another tracker or site`
    notes.remark('link-target-unknown', line, message`Links to the artifact "${oldId}" are left out: ${why}`)
  }
  return ids.filter((id) => existingIds.has(`${id}`))
}

const parseId = (oldId: string): ArtifactId | undefined =>
  /^[1-9]\d{0,14}$/.test(oldId) ? (Number(oldId) as ArtifactId) : undefined
