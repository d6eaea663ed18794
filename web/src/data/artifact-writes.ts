import { useSyncExternalStore } from 'react'
import type { ArtifactRepresentation } from '../../../src/artifacts/representations/artifact.ts'
import { texts } from '../texts/texts.ts'
import { getUserName } from '../user-name.ts'
import type { ArtifactGroup } from './artifact-groups.ts'
import { knownTag, readResource, sendChange } from './client.ts'
import { Failure } from './failure.ts'
import { buildQueryKey, queryCache } from './queries.ts'
import { computeRetryPause, hasNoAnswer, pause } from './retry.ts'
import type { ValueEntry } from './trackers.ts'

/** The members of an entry of `values` that a PUT sends, without `field_id`. */
export type FieldInput = Readonly<Record<string, unknown>>

/** A new value of one field. */
export interface FieldChange {
  readonly fieldId: number
  readonly label: string
  readonly input: FieldInput
  /** Shown until the server has answered. */
  readonly newEntry: ValueEntry
  /** The value when editing began: a conflict is a difference from it. */
  readonly base: ValueEntry | null
  /** State of the editor, to return to after a refusal. */
  readonly draft: unknown
  readonly isSame: (a: ValueEntry | null, b: ValueEntry | null) => boolean
}

interface CommentChange {
  readonly body: string
  readonly format: 'text' | 'html' | 'commonmark'
  readonly ugroups?: readonly { readonly id: string }[]
}

export interface ArtifactWrite {
  readonly artifact: number
  readonly changes: readonly FieldChange[]
  readonly comment?: CommentChange
  /** The values from before an earlier write: the next undo goes further back. */
  readonly isUndo?: boolean
}

/** What became of a value that was sent. */
type EditState =
  | { readonly kind: 'saving' }
  /** No answer: it is sent again at `at`, in milliseconds since 1970. */
  | { readonly kind: 'retrying'; readonly at: number }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'conflict'; readonly theirs: ValueEntry | null; readonly by: string }

export interface FieldEdit extends FieldChange {
  readonly state: EditState
}

export type WriteResult = 'saved' | 'refused' | 'conflict'

/** Edits of one artifact by field, and who else changed which field meanwhile. */
interface Edits {
  readonly byField: ReadonlyMap<number, FieldEdit>
  readonly mergedFrom: ReadonlyMap<number, string>
}

const none: Edits = { byField: new Map(), mergedFrom: new Map() }
const edits = new Map<number, Edits>()
const listeners = new Set<() => void>()
const queues = new Map<number, Promise<unknown>>()
const wakers = new Set<() => void>()

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

type NoteListener = (text: string, how: 'polite' | 'assertive') => void
const noteListeners = new Set<NoteListener>()

/** Calls back with each message about a write, to be read aloud; returns a function that ends it. */
export function onWriteNote(listener: NoteListener): () => void {
  noteListeners.add(listener)
  return () => noteListeners.delete(listener)
}

const note: NoteListener = (text, how) => {
  for (const listener of noteListeners) listener(text, how)
}

const editsOf = (artifact: number): Edits => edits.get(artifact) ?? none

function update(artifact: number, make: (now: Edits) => Edits): void {
  const next = make(editsOf(artifact))
  if (next.byField.size + next.mergedFrom.size === 0) edits.delete(artifact)
  else edits.set(artifact, next)
  watchLeaving()
  for (const listener of listeners) listener()
}

/** The edit of a field that is not settled yet. */
export const useFieldEdit = (artifact: number, field: number): FieldEdit | undefined =>
  useSyncExternalStore(listen, () => editsOf(artifact).byField.get(field))

/** All edits of an artifact that are not settled yet, by field. */
export const useFieldEdits = (artifact: number): ReadonlyMap<number, FieldEdit> =>
  useSyncExternalStore(listen, () => editsOf(artifact).byField)

/** The user who changed the field while another value of the artifact was saved. */
export const useMergedFrom = (artifact: number, field: number): string | undefined =>
  useSyncExternalStore(listen, () => editsOf(artifact).mergedFrom.get(field))

/** The edit of a field that is not settled yet, outside of components. */
export const readFieldEdit = (artifact: number, field: number): FieldEdit | undefined =>
  editsOf(artifact).byField.get(field)

/** Forgets a refused or conflicting edit. */
export const dismissEdit = (artifact: number, field: number): void =>
  update(artifact, (now) => ({ ...now, byField: without(now.byField, [field]) }))

/**
 * Saves values and a comment of an artifact: shows the values at once, sends them after all earlier writes of the
 * artifact, and follows the answer. It never throws; refusals of fields are kept as their edits.
 */
export function saveArtifact(write: ArtifactWrite): Promise<WriteResult> {
  const { artifact } = write
  const pending = editsOf(artifact).byField
  const changes = write.changes.map((each): TrackedChange => {
    const replaced = pending.get(each.fieldId)
    // The value that this one replaces may have reached the server or not.
    const isPending = replaced !== undefined && ['saving', 'retrying'].includes(replaced.state.kind)
    return { ...each, olderBase: isPending ? replaced.base : each.base }
  })
  update(artifact, ({ byField }) => ({
    byField: new Map([
      ...byField,
      ...changes.map((each) => [each.fieldId, { ...each, state: { kind: 'saving' } }] as const),
    ]),
    mergedFrom: new Map(),
  }))
  const saving = runInTurn(artifact, () => send(artifact, changes, write.comment))
  if (!write.isUndo && changes.length > 0) keepForUndo(artifact, changes, saving)
  return saving
}

/** Only a visit with a change needs the code that undoes it. */
const keepForUndo = (artifact: number, changes: readonly FieldChange[], saving: Promise<WriteResult>): void =>
  void import('../artifact/undo-writes.ts').then(
    (file) => file.keepWrite(artifact, changes, saving),
    () => undefined,
  )

interface TrackedChange extends FieldChange {
  readonly olderBase: ValueEntry | null
}

/** Runs the writes of one artifact one after the other. */
function runInTurn<T>(artifact: number, work: () => Promise<T>): Promise<T> {
  const before = queues.get(artifact) ?? Promise.resolve()
  const after = before.then(work, work)
  const settled = after.catch(() => undefined)
  queues.set(artifact, settled)
  void settled.then(() => {
    if (queues.get(artifact) === settled) queues.delete(artifact)
  })
  return after
}

/** Sends the value of a conflict again, on top of the value of the other user. */
export function keepMine(artifact: number, edit: FieldEdit): Promise<WriteResult> {
  const base = edit.state.kind === 'conflict' ? edit.state.theirs : edit.base
  return saveArtifact({ artifact, changes: [{ ...edit, base }] })
}

const pathOf = (artifact: number): string => `/artifacts/${artifact}`

async function send(
  artifact: number,
  all: readonly TrackedChange[],
  comment: CommentChange | undefined,
): Promise<WriteResult> {
  for (let attempt = 0; ; attempt += 1) {
    // What a later write of the same field replaced is sent with that one only.
    const changes = all.filter((each) => isCurrent(artifact, each))
    if (changes.length === 0 && comment === undefined) return 'saved'
    try {
      const current =
        knownTag(pathOf(artifact)) === undefined ? await reloadArtifact(artifact) : knownArtifact(artifact)
      if (current !== undefined && changes.some((each) => hasChanged(each, current)))
        return settleConflict(artifact, changes, comment, current)
      // A read that is on its way answers with an older version than the write makes.
      await queryCache.cancelQueries({ queryKey: buildQueryKey(pathOf(artifact)), exact: false })
      const values = changes.map(({ fieldId, input }) => ({ field_id: fieldId, ...input }))
      await sendChange('PUT', pathOf(artifact), comment === undefined ? { values } : { values, comment }, {
        mustBeCurrent: true,
      })
      return settleSaved(artifact, changes)
    } catch (thrown) {
      const failure = thrown instanceof Failure ? thrown : new Failure(texts.states.problem, 500)
      if (failure.status === 412) {
        const result = await mergeChanges(artifact, changes, comment, failure)
        if (result !== 'again') return result
      } else if (hasNoAnswer(failure)) {
        await waitToRetry(artifact, changes, failure, attempt)
      } else {
        refuse(artifact, changes, failure)
        return 'refused'
      }
    }
  }
}

function settleSaved(artifact: number, changes: readonly FieldChange[]): WriteResult {
  patchCaches(artifact, (cached) =>
    cached.values === null ? cached : { ...cached, values: mergeValues(cached.values, changes) },
  )
  const settled = changes.filter((each) => isCurrent(artifact, each)).map(({ fieldId }) => fieldId)
  update(artifact, (now) => ({ ...now, byField: without(now.byField, settled) }))
  if (changes.length > 0) note(texts.editing.saved(changes.map(({ label }) => label).join(', ')), 'polite')
  void renewArtifact(artifact)
  return 'saved'
}

async function waitToRetry(
  artifact: number,
  changes: readonly FieldChange[],
  failure: Failure,
  attempt: number,
): Promise<void> {
  const ms = computeRetryPause(failure, attempt)
  setStates(artifact, changes, { kind: 'retrying', at: Date.now() + ms })
  let waker = (): void => undefined
  await pause(ms, (wake) => {
    waker = wake
    wakers.add(wake)
  })
  wakers.delete(waker)
}

/** Sends at once what waits for its next attempt. */
export function retryNow(): void {
  for (const wake of [...wakers]) wake()
}

/** Loads the version that another user saved; the values are sent again unless that user changed the same fields. */
async function mergeChanges(
  artifact: number,
  changes: readonly TrackedChange[],
  comment: CommentChange | undefined,
  failure: Failure,
): Promise<WriteResult | 'again'> {
  const theirs = await reloadArtifact(artifact).catch(() => undefined)
  if (theirs === undefined) return 'again'
  // An attempt without an answer may have been saved all the same.
  const isDone = changes.every(({ fieldId, newEntry, isSame }) => isSame(newEntry, entryOf(theirs, fieldId)))
  if (isDone && comment === undefined) return settleSaved(artifact, changes)
  if (changes.some((each) => hasChanged(each, theirs))) return settleConflict(artifact, changes, comment, theirs)
  const own = new Set(changes.map(({ fieldId }) => fieldId))
  const others = changedFields(failure).filter(({ field_id }) => !own.has(field_id))
  const author = authorOf(theirs)
  update(artifact, (now) => ({ ...now, mergedFrom: new Map(others.map(({ field_id }) => [field_id, author])) }))
  if (others.length > 0) note(texts.editing.alsoChanged(author, others.map(({ label }) => label).join(', ')), 'polite')
  return 'again'
}

/** Reads the current version of an artifact into the cache. */
export async function reloadArtifact(artifact: number): Promise<ArtifactRepresentation> {
  const theirs = await readResource<ArtifactRepresentation>(pathOf(artifact))
  patchCaches(artifact, (cached) => ({
    ...cached,
    values: theirs.values,
    title: theirs.title,
    last_update_by_user: theirs.last_update_by_user,
  }))
  return theirs
}

/** Keeps the values that two users changed as conflicts; the other ones are sent, unless all belong together. */
function settleConflict(
  artifact: number,
  changes: readonly TrackedChange[],
  comment: CommentChange | undefined,
  theirs: ArtifactRepresentation,
): WriteResult {
  const by = authorOf(theirs)
  const overtaken = changes.filter((each) => hasChanged(each, theirs))
  for (const each of overtaken)
    setStates(artifact, [each], { kind: 'conflict', theirs: entryOf(theirs, each.fieldId), by })
  const rest = changes.filter((each) => !overtaken.includes(each))
  if (rest.length > 0) setStates(artifact, rest, { kind: 'refused', message: texts.editing.overtaken(by) })
  note(texts.editing.conflictOf(by, overtaken.map(({ label }) => label).join(', ')), 'assertive')
  return comment === undefined || overtaken.length > 0 ? 'conflict' : 'refused'
}

interface NamedField {
  readonly field_id: number
  readonly label: string
}

function changedFields({ details }: Failure): readonly NamedField[] {
  const current = details['current']
  if (typeof current !== 'object' || current === null || !('changed_fields' in current)) return []
  // docs/api/artifacts.md: the fields of the answer to a stale write.
  return (current.changed_fields as readonly NamedField[] | null) ?? []
}

const authorOf = ({ last_update_by_user }: ArtifactRepresentation): string => getUserName(last_update_by_user)

function hasChanged(
  { fieldId, base, olderBase, newEntry, isSame }: TrackedChange,
  now: ArtifactRepresentation,
): boolean {
  const entry = entryOf(now, fieldId)
  return ![base, olderBase, newEntry].some((each) => isSame(each, entry))
}

/** The value of a field as an artifact was read; null: it has none. */
export const entryOf = ({ values }: Pick<ArtifactRepresentation, 'values'>, field: number): ValueEntry | null =>
  values?.find(({ field_id }) => field_id === field) ?? null

function refuse(artifact: number, changes: readonly FieldChange[], failure: Failure): void {
  const message = failure.message.replace(/^(error|warning): /gm, '').trim()
  // A message that names one of several fields belongs to that field.
  const namedChanges = changes.filter(({ label }) => changes.length > 1 && message.includes(label))
  const concerned = namedChanges.length > 0 ? namedChanges : changes
  for (const each of changes)
    if (concerned.includes(each)) setStates(artifact, [each], { kind: 'refused', message })
    else if (isCurrent(artifact, each)) dismissEdit(artifact, each.fieldId)
  note(message, 'assertive')
}

const isCurrent = (artifact: number, { fieldId, newEntry }: FieldChange): boolean =>
  editsOf(artifact).byField.get(fieldId)?.newEntry === newEntry

/** Sets the state of edits, unless a later write replaced them. */
function setStates(artifact: number, changes: readonly FieldChange[], state: EditState): void {
  const current = changes.filter((each) => isCurrent(artifact, each))
  if (current.length === 0) return
  update(artifact, (now) => ({
    ...now,
    byField: new Map([...now.byField, ...current.map((each) => [each.fieldId, { ...each, state }] as const)]),
  }))
}

const without = <K, V>(map: ReadonlyMap<K, V>, keys: readonly K[]): ReadonlyMap<K, V> =>
  new Map([...map].filter(([key]) => !keys.includes(key)))

/** The artifact as it was read last, with its values. */
export function knownArtifact(artifact: number): ArtifactRepresentation | undefined {
  return (
    queryCache
      .getQueryCache()
      .findAll({ predicate: ({ queryKey }) => isArtifactKey(queryKey, artifact) })
      .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
      // The key decides the type of the data.
      .map(({ state }) => state.data as ArtifactRepresentation | undefined)
      .find((data) => Array.isArray(data?.values))
  )
}

/** `/artifacts/12`, with whatever query. */
const isArtifactKey = (key: readonly unknown[], artifact: number): boolean =>
  key[0] === 'artifacts' && key[1] === String(artifact) && (key.length === 2 || typeof key[2] === 'object')

/** Changes an artifact wherever the cache has it: alone and in lists. */
function patchCaches(artifact: number, patch: (cached: ArtifactRepresentation) => ArtifactRepresentation): void {
  queryCache.setQueriesData<ArtifactRepresentation>(
    { predicate: ({ queryKey }) => isArtifactKey(queryKey, artifact) },
    (cached) => cached && patch(cached),
  )
  const inList = (list: ArtifactList): ArtifactList => ({
    ...list,
    items: list.items.map((each) => (each.id === artifact ? patch(each) : each)),
  })
  queryCache.setQueriesData<ArtifactList | { readonly pages: readonly ArtifactList[] }>(
    { predicate: ({ queryKey }) => isArtifactList(queryKey) },
    (cached) => {
      if (cached === undefined) return cached
      if ('pages' in cached) return { ...cached, pages: cached.pages.map(inList) }
      return 'items' in cached ? inList(cached) : cached
    },
  )
  queryCache.setQueriesData<readonly ArtifactGroup[]>(
    { predicate: ({ queryKey }) => isArtifactGroups(queryKey) },
    (cached) =>
      cached?.map((group) => ({
        ...group,
        artifacts: group.artifacts.map((each) => (each.id === artifact ? { ...each, ...patch(each) } : each)),
      })),
  )
}

interface ArtifactList {
  readonly items: readonly ArtifactRepresentation[]
}

const isArtifactGroups = (key: readonly unknown[]): boolean => key.includes('artifact_groups')

/** Lists of artifacts, of a tracker or a report. */
const isArtifactList = (key: readonly unknown[]): boolean => key.includes('artifacts') && key[0] !== 'artifacts'

function mergeValues(values: readonly ValueEntry[], changes: readonly FieldChange[]): ValueEntry[] {
  const newEntries = new Map(changes.map((each) => [each.fieldId, each.newEntry]))
  const updatedValues = values.map((entry) => newEntries.get(entry.field_id) ?? entry)
  const fieldIds = new Set(values.map(({ field_id }) => field_id))
  return [...updatedValues, ...changes.filter(({ fieldId }) => !fieldIds.has(fieldId)).map((each) => each.newEntry)]
}

/** Reloads an artifact, its history and the lists that contain it. */
const renewArtifact = (artifact: number): Promise<void> =>
  Promise.all([
    queryCache.invalidateQueries({ queryKey: buildQueryKey(pathOf(artifact)) }),
    queryCache.invalidateQueries({
      predicate: ({ queryKey }) => isArtifactList(queryKey) || isArtifactGroups(queryKey),
    }),
  ]).then(() => undefined)

/** Whether leaving the site would lose something. */
const isUnsaved = (): boolean =>
  [...edits.values()].some(({ byField }) => [...byField.values()].some(({ state }) => state.kind !== 'refused'))

const leaving = { isWatched: false }

function watchLeaving(): void {
  if (isUnsaved() === leaving.isWatched) return
  leaving.isWatched = !leaving.isWatched
  if (leaving.isWatched) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
}

const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
