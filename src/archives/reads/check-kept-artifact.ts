import { loadHeaders } from '../../artifacts/store/artifacts.ts'
import type { Reader } from '../../kit/db/db.ts'
import type { ArtifactId, TrackerId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { child, children, type XmlElement } from '../../kit/xml/element.ts'
import { groupsOfProject } from '../../platform/store/groups.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import { maxLinkTypes } from '../../trackers/model/link-type.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { linkTypesOf } from '../../trackers/store/link-types.ts'
import type { Findings, Notes } from '../findings.ts'
import { silent } from '../findings.ts'
import { type ArchivedLinkType, namedLinkTypes } from '../link-types.ts'
import type { ImportPlan } from '../plan.ts'
import type { ArchivedArtifact } from '../reading/artifact.ts'
import { usableField } from '../reading/changes.ts'
import { keyOf } from '../reading/form.ts'
import { readFormElements } from '../reading/form-elements.ts'
import { groupKey, groupsByName } from '../reading/groups.ts'
import { knownValues } from '../reading/known-values.ts'
import { asUsed, type OursOfArtifact } from '../reading/ours.ts'
import { peopleIn } from '../reading/people.ts'
import type { ArchiveSource } from '../source.ts'
import { timezoneOf } from '../timezone.ts'
import { checkArtifact } from './check-artifact.ts'
import { checkFiles } from './check-files.ts'
import { type Home, homeOfArtifact } from './home-of-artifact.ts'
import { type NewAccounts, peopleOfArtifact } from './people-of-artifact.ts'
import { readEntry } from './read-entry.ts'
import { lookForOurs } from './read-ours.ts'

export interface KeptArtifact {
  readonly archive: ArchiveSource
  /** Instead of the tracker it was in. */
  readonly tracker?: TrackerId
  readonly newAccounts?: NewAccounts
}

/** All that a restoration will write. */
export interface RestorePlan extends Home {
  readonly archived: ArchivedArtifact
  readonly own: OursOfArtifact | undefined
  readonly people: Pick<ImportPlan, 'users' | 'identities' | 'addresses'>
  /** Artifacts it links to, itself left out. */
  readonly targets: readonly ArtifactId[]
  readonly paths: readonly string[]
  readonly linkTypes: readonly ArchivedLinkType[]
  /** What its history refers to, beside what is made with it. */
  readonly around: Pick<ImportPlan, 'personOf' | 'ours'> & {
    readonly timezone: string
    readonly groupOf: ReturnType<typeof groupsByName>
    readonly values: ReturnType<typeof knownValues>
  }
}

/**
 * Reads what was kept of a deleted artifact (docs/api/archive-format.md §4) and finds everything that is wrong with it.
 */
export async function checkKeptArtifact(
  world: Pick<World, 'db' | 'cache' | 'config'>,
  { archive, tracker: asked, newAccounts }: KeptArtifact,
  findings: Findings,
): Promise<RestorePlan | undefined> {
  const db = world.db.read
  const notes = findings.on('artifact.xml')
  const ours = await lookForOurs(archive, findings.on('tulipwood.xml'))
  const root = await readEntry(archive, 'artifact.xml', notes)
  const parts = root && partsOf(root, notes)
  const home = parts && (await homeOfArtifact(db, { ...parts, asked, ours }, notes))
  if (parts === undefined || home === undefined) return undefined
  const { structure, artifact } = parts
  const groupOf = await groupsOf(db, home.tracker)
  const known = ours === null ? home.tracker.fieldByName : asUsed(home.tracker.fieldByName)
  const fieldByName = new Map([...known].map(([name, field]) => [keyOf(name), field]))
  const tracker = { ...home.tracker, fieldByName }
  const surroundings = {
    notes: silent,
    groupOf,
    userOf: () => undefined,
    trackerKeys: new Set<string>(),
    isAlone: true,
  }
  const values = knownValues(readFormElements(structure, surroundings).fields, fieldByName, home.isOwn)

  const own = ours?.artifacts.get(artifact.attributes['id']?.trim() ?? '')?.[0]
  const told = [...(own?.changes.values() ?? [])].flat()
  const people = await peopleOfArtifact(db, [artifact, ...told], newAccounts, notes)
  const personOf = peopleIn(people.users)
  const linkTypes = namedLinkTypes(notes)
  const timezone = timezoneOf(await settingsOf(world), world.config)

  const expected = { known: new Set<string>(), artifacts: new Map<string, number>(), groups: new Map<string, number>() }
  const archived = await checkArtifact(
    artifact,
    own,
    { fieldByName, values },
    {
      // Who is unknown was said before.
      personOf: (format, reference) => personOf(format, reference) ?? { kind: 'nobody' },
      ...{ notes, timezone, linkTypes, expected, isOurs: ours !== null },
    },
  )
  const siteTypes = new Set((await linkTypesOf(world)).map(({ shortName }) => shortName))
  if (archived.changesets.length === 0)
    notes.problem('artifact-archive', archived.line, 'The artifact has no changeset')
  if (asked === undefined) refuseUnfitting(archived, tracker, notes)
  if (asked === undefined && home.isOwn) await refuseLiving(db, archived, notes)
  for (const [name, line] of expected.groups) {
    if (groupOf(name) === undefined)
      notes.remark('unknown-group', line, `"${name}" is no user group of the project: it is left out`)
  }
  expected.artifacts.delete(archived.oldId)
  return {
    ...{ tracker, isOwn: home.isOwn, archived, own, people },
    targets: await knownTargets(db, expected.artifacts, home, notes),
    paths: await checkFiles(archive, archived, notes, true),
    linkTypes: linkTypes.conclude(siteTypes, { maxNew: maxLinkTypes - siteTypes.size }),
    around: { personOf, ours, timezone, groupOf, values },
  }
}

function partsOf(
  root: XmlElement,
  notes: Notes,
): { readonly structure: XmlElement; readonly artifact: XmlElement } | undefined {
  const structure = child(root, 'tracker')
  const holder = child(root, 'artifacts')
  const [artifact, ...others] = holder === undefined ? [] : children(holder, 'artifact')
  if (root.name !== 'trackers')
    notes.problem('wrong-root', root.line, `The file holds <${root.name}> instead of <trackers>`)
  else if (structure === undefined)
    notes.problem('required-part-missing', root.line, '<trackers> needs the <tracker> of the artifact')
  else if (artifact === undefined)
    notes.problem('required-part-missing', root.line, '<trackers> needs <artifacts> with an <artifact>')
  else if (others.length > 0)
    notes.problem('artifact-archive', others[0]?.line ?? null, 'The archive holds more than one artifact')
  else return { structure, artifact }
  return undefined
}

async function groupsOf(db: Reader, { projectId }: Tracker) {
  const groups = await groupsOfProject(db, projectId)
  return groupsByName(new Map(groups.map((group) => [groupKey(group.name), group.id])))
}

/** What the tracker cannot hold is said once for each field: whoever names the tracker wants it left out. */
function refuseUnfitting({ changesets }: ArchivedArtifact, { id, fieldByName }: Tracker, notes: Notes): void {
  const said = new Set<string>()
  for (const change of changesets.flatMap(({ changes }) => changes)) {
    const { field_name: name = '' } = change.attributes
    usableField(change, fieldByName, {
      reportProblem(line, text) {
        if (!said.has(name))
          notes.problem('artifact-archive', line, `${text} (naming the tracker ${id} restores the artifact without)`)
        said.add(name)
      },
    })
  }
}

/** Ids are never given twice, so whoever has this one is the artifact itself. */
async function refuseLiving(db: Reader, { oldId, line }: ArchivedArtifact, notes: Notes): Promise<void> {
  const id = numberOf(oldId)
  if (id !== undefined && (await loadHeaders(db, [id])).size > 0)
    notes.problem('artifact-archive', line, `The artifact ${id} is not deleted (naming its tracker makes a copy)`)
}

/** Links lead to what still exists here; what another platform calls by these numbers is something else. */
async function knownTargets(
  db: Reader,
  spoken: ReadonlyMap<string, number>,
  { isOwn }: Home,
  notes: Notes,
): Promise<ArtifactId[]> {
  const ids = isOwn ? [...spoken.keys()].flatMap((oldId) => numberOf(oldId) ?? []) : []
  const known = new Set([...(await loadHeaders(db, ids)).keys()].map(String))
  for (const [oldId, line] of spoken) {
    if (known.has(oldId)) continue
    const why = isOwn ? 'it is no more' : 'the archive speaks of another tracker or platform'
    notes.remark('link-target-unknown', line, `Links to the artifact "${oldId}" are left out: ${why}`)
  }
  return ids.filter((id) => known.has(`${id}`))
}

const numberOf = (oldId: string): ArtifactId | undefined =>
  /^[1-9]\d{0,14}$/.test(oldId) ? (Number(oldId) as ArtifactId) : undefined
