import { readResource } from '../../data/client.ts'
import { Failure } from '../../data/failure.ts'
import { sendTrackerChange } from '../../data/tracker-admin.ts'
import { showWithUndo } from '../../design/show-error.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import type { Member, SemanticName, Semantics } from './semantics.ts'

const words = trackerAdminTexts.trackerSemantics

/** Sets one semantic, or removes it, and returns the one before. */
async function replaceSemantic(tracker: number, name: SemanticName, member: Member | undefined) {
  // The request replaces all of them, and another administrator may have changed the others since they were read.
  const { [name]: before, ...others } = await readResource<Semantics>(`/trackers/${tracker}/semantics`)
  await sendTrackerChange('PUT', tracker, '/semantics', member === undefined ? others : { ...others, [name]: member })
  return before
}

/** Sets one semantic, or removes it; the toast offers to put the one before back. */
export async function saveSemantic(tracker: number, name: SemanticName, member: Member | undefined): Promise<void> {
  const before = await replaceSemantic(tracker, name, member)
  showWithUndo(words.saved(words.labels[name]), () => replaceSemantic(tracker, name, before))
}

/** A control of a form, with the words by which the API names what is chosen in it. */
export interface ChosenControl {
  readonly name: string
  readonly names: readonly string[]
}

/** The refusal of a semantic, at the control whose choice is refused. */
export function placeRefusal(thrown: unknown, name: SemanticName, controls: readonly ChosenControl[]): unknown {
  if (!(thrown instanceof Failure) || thrown.status !== 400 || !thrown.message.startsWith(name)) return thrown
  const parts = new Set(thrown.message.slice(name.length).split(/\W+/))
  const control = controls.findLast(({ names }) => names.some((each) => parts.has(each))) ?? controls.at(-1)
  return new Failure(thrown.message, thrown.status, { field: control?.name ?? null, details: thrown.details })
}
