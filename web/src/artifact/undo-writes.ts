import type { ArtifactRepresentation } from '../../../src/artifacts/representations/artifact.ts'
import { type FieldChange, knownArtifact, saveArtifact, type WriteResult } from '../data/artifact-writes.ts'
import { readTracker } from '../data/trackers.ts'
import { addShortcutHandler } from '../design/shortcut.ts'
import { showToast } from '../design/toast.tsx'
import type { FieldContext } from '../fields/field-context.tsx'
import { loadEditor } from '../fields/load-editor.ts'
import { undoTexts as words } from '../texts/part-texts/undo-texts.ts'

/** What the user has changed, and the page on which that is shown. */
interface OwnChange {
  readonly path: string
  readonly undo: () => Promise<unknown>
}

/** Values that the user has sent. */
interface OwnWrite {
  readonly artifact: number
  readonly changes: readonly FieldChange[]
  readonly saving: Promise<WriteResult>
}

/** In the order in which they were sent; they end with the visit, as the undo of an editor does. */
const ownChanges: OwnChange[] = []
const maxChanges = 20
let hasShortcut = false
/** Undos follow each other in the order of their keys. */
let lastUndo: Promise<unknown> = Promise.resolve()

/** Keeps a write for the shortcut that undoes it. */
export function keepWrite(artifact: number, changes: readonly FieldChange[], saving: Promise<WriteResult>): void {
  keepChange(() => undoWrite({ artifact, changes, saving }))
}

/** The same for a change that is no write of values. `undo` waits until the change is saved, and reports failures. */
export function keepChange(undo: () => Promise<unknown>): void {
  ownChanges.push({ path: location.pathname, undo })
  if (ownChanges.length > maxChanges) ownChanges.shift()
  if (!hasShortcut) addShortcutHandler('undo', undoLastChange, () => findLastChange() !== undefined)
  hasShortcut = true
}

/** Returns the last change of this page; those of other pages stay. */
const findLastChange = (): OwnChange | undefined => ownChanges.findLast(({ path }) => path === location.pathname)

function undoLastChange(): void {
  const last = findLastChange()
  if (last === undefined) return
  ownChanges.splice(ownChanges.indexOf(last), 1)
  lastUndo = lastUndo.then(last.undo).catch(() => undefined)
}

/** Saves the values from before a write, as a change of its own. */
async function undoWrite(write: OwnWrite): Promise<void> {
  // What was refused has changed nothing.
  if ((await write.saving) !== 'saved') return
  const labels = write.changes.map(({ label }) => label).join(', ')
  const changes = await reverse(write)
  if (changes === undefined) return showToast(words.refused(labels), 'negative')
  const result = await saveArtifact({ artifact: write.artifact, changes, isUndo: true })
  // A conflict and a refusal are shown at the value.
  if (result === 'saved') showToast(words.done(labels))
}

/** The changes back to the values before; undefined: one of them cannot be set again. */
async function reverse({ artifact, changes }: OwnWrite): Promise<readonly FieldChange[] | undefined> {
  const known = knownArtifact(artifact)
  if (known === undefined) return undefined
  const context = await createContext(known)
  const reversed = await Promise.all(changes.map((change) => reverseChange(change, context)))
  return reversed.every((each) => each !== undefined) ? reversed : undefined
}

async function createContext({ id, project, tracker, values }: ArtifactRepresentation): Promise<FieldContext> {
  return {
    artifact: id,
    project: project.id,
    tracker: await readTracker(tracker.id),
    values: new Map((values ?? []).map((entry) => [entry.field_id, entry])),
    frozen: new Map(),
  }
}

async function reverseChange(change: FieldChange, context: FieldContext): Promise<FieldChange | undefined> {
  const field = context.tracker.fields.find(({ field_id }) => field_id === change.fieldId)
  const kind = field && (await loadEditor(field.type))
  if (field === undefined || kind === undefined || kind.isIrreversible) return undefined
  const draft = kind.toDraft(change.base, field)
  const parsed = kind.parse(draft, field, context)
  if (!parsed.isValid) return undefined
  const { input, newEntry } = parsed
  return { ...change, input, newEntry, base: change.newEntry, draft }
}
