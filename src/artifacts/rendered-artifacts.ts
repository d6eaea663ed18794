import type { Body } from '../kit/bodies.ts'
import { pauseIfDue } from '../kit/event-loop.ts'
import type { ArtifactId } from '../kit/ids.ts'
import type { Viewer } from '../kit/viewer.ts'
import { jsonText } from '../kit/well-formed.ts'
import type { World } from '../kit/world.ts'
import type { Artifact, ArtifactGlance } from './model/artifact.ts'
import type { SeenTracker } from './model/surroundings.ts'
import { versionTag } from './model/version-tag.ts'
import { mayReadArtifact } from './policy.ts'
import { surroundingsOf } from './reads/surroundings.ts'
import { visibleArtifacts } from './reads/visible-artifacts.ts'
import { representArtifact, type ValuesForm } from './representations/artifact.ts'
import { showing } from './representations/presenting.ts'
import { loadArtifacts } from './store/artifacts.ts'

type Needed = Pick<World, 'db' | 'cache' | 'bodies' | 'clock' | 'commits'>

/** Who asks, from where, and when: `moment` is taken before the caller is known (kit/http/route.ts). */
export interface Asking extends Viewer {
  readonly moment: string
}

/**
 * Everything but the artifact itself and its stamp that decides what an answer shows: the reader with his rights, the
 * address, the time zone, and what is remembered. All of it is at least as new as the moment says, so what is kept
 * under it is never older.
 */
export function aroundOf({ caller, origin, timezone, moment }: Asking): string {
  // What a person may read follows from who it is and from the moment, except that a right may hold for reading alone.
  const reader = caller.kind === 'member' ? `${caller.id}${caller.isSiteAdministrator ? '*' : ''}` : caller.kind
  return `${moment} ${reader} ${timezone} ${origin}`
}

/** Fields that tell of what no version and no stamp covers: sums over distant artifacts, the rank among all, today. */
const restless: ReadonlySet<string> = new Set(['computed', 'burndown', 'priority'])

/** Whether an answer stays the same while version, stamp and surroundings do: then it may be kept, and called fresh. */
export const isSteady = ({ readable }: SeenTracker): boolean => !readable.some(({ type }) => restless.has(type))

const keyOf = ({ id, version, stamp }: ArtifactGlance, form: ValuesForm, around: string): string =>
  `artifact ${id} ${version}.${stamp} ${form} ${around}`

/** The body that is kept of an artifact the reader may see. */
export const keptArtifact = (
  { bodies }: Needed,
  glance: ArtifactGlance,
  form: ValuesForm,
  around: string,
): Body | undefined => bodies.get(keyOf(glance, form, around))

/**
 * The bodies of artifacts that the caller may see, by their ids: kept ones as they are, the rest loaded together. One
 * that has changed since it was seen is asked for again, and left out if the caller may see it no longer.
 */
export async function renderedArtifacts(
  world: Needed,
  viewer: Asking,
  glances: readonly ArtifactGlance[],
  form: ValuesForm,
): Promise<Map<ArtifactId, Body>> {
  const around = aroundOf(viewer)
  const rendered = new Map<ArtifactId, Body>()
  const missing = new Map<ArtifactId, ArtifactGlance>()
  for (const glance of glances) {
    const kept = keptArtifact(world, glance, form, around)
    if (kept === undefined) missing.set(glance.id, glance)
    else rendered.set(glance.id, kept)
  }
  if (missing.size === 0) return rendered
  const artifacts = await stillVisible(world, viewer, missing)
  const surroundings = await surroundingsOf(world, viewer.caller, artifacts, form === 'none' ? 'summary' : 'values')
  for (const shown of showing(viewer, surroundings)(artifacts)) {
    const pause = pauseIfDue()
    if (pause !== undefined) await pause
    const { artifact, seen } = shown
    const glance = missing.get(artifact.id)
    if (glance === undefined) continue
    const etag = versionTag({ ...glance, version: artifact.version }, around)
    const body = { text: jsonText(representArtifact(shown, form)), etag }
    rendered.set(artifact.id, body)
    if (isSteady(seen) && surroundings.texts.isComplete && glance.version === artifact.version)
      world.bodies.set(keyOf(glance, form, around), body)
  }
  return rendered
}

/** The same for one; refused if it was hidden meanwhile. */
export async function renderedArtifact(
  world: Needed,
  viewer: Asking,
  glance: ArtifactGlance,
  form: ValuesForm,
): Promise<Body> {
  const body = (await renderedArtifacts(world, viewer, [glance], form)).get(glance.id)
  mayReadArtifact(viewer.caller, glance, body !== undefined)
  // What may be read is there.
  return body as Body
}

async function stillVisible(
  world: Needed,
  { caller }: Viewer,
  glances: ReadonlyMap<ArtifactId, ArtifactGlance>,
): Promise<Artifact[]> {
  const loaded = [...(await loadArtifacts(world.db.read, [...glances.keys()])).values()]
  const isChanged = ({ id, version }: Artifact): boolean => glances.get(id)?.version !== version
  const changed = loaded.filter(isChanged)
  const visible = new Set(await visibleArtifacts(world, caller, changed))
  return loaded.filter((artifact) => !isChanged(artifact) || visible.has(artifact))
}
