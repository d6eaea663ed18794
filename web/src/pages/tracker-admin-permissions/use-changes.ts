import { useEffect, useMemo, useRef, useState } from 'react'
import { sendChange } from '../../data/client.ts'
import { Failure } from '../../data/failure.ts'
import { useSession } from '../../data/session.ts'
import { renewTracker, sendTrackerChange } from '../../data/tracker-admin.ts'
import { announce } from '../../design/announce.tsx'
import { showToast } from '../../design/toast.tsx'
import { texts } from '../../texts/texts.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import {
  type AccessChoice,
  buildAccessBody,
  buildFieldBodies,
  type CellChange,
  type Changes,
  changeCells,
  countChanges,
  dropSaved,
  type FieldPermissionsBody,
  listSavedCells,
  noChanges,
  type PermissionsRepresentation,
  type SavedCells,
} from './permission-changes.ts'

const words = trackerAdminTexts.trackerPermissions

/** Changes of pages that were left, for the case that the user returns. */
const kept = new Map<string, Changes>()

type Problems = ReadonlyMap<number, string>

export interface ChangesState {
  readonly saved: SavedCells
  readonly changes: Changes
  /** Why a field could not be saved. */
  readonly problems: Problems
  readonly accessProblem: string | null
  readonly isSaving: boolean
  readonly chooseAccess: (group: string, choice: AccessChoice) => void
  readonly change: (cells: readonly CellChange[]) => void
  readonly save: () => Promise<void>
  readonly discard: () => void
}

/** Collects changes until they are saved or discarded. */
export function useChanges(tracker: number, data: PermissionsRepresentation): ChangesState {
  const user = useSession().data?.user?.id ?? 0
  const key = `${user} ${tracker}`
  const [collected, setCollected] = useState(() => kept.get(key) ?? noChanges)
  const [problems, setProblems] = useState<Problems>(new Map())
  const [accessProblem, setAccessProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const saved = useMemo(() => listSavedCells(data), [data])
  const changes = useMemo(() => dropSaved(collected, data, saved), [collected, data, saved])
  useKeptChanges(key, changes)
  // What was saved is no change any more, also if it is undone.
  useEffect(() => setCollected((now) => dropSaved(now, data, saved)), [data, saved])

  const save = async (): Promise<void> => {
    setSaving(true)
    const result = await sendChanges(tracker, data, changes)
    await renewTracker(tracker)
    setSaving(false)
    setProblems(result.problems)
    setAccessProblem(result.accessProblem)
    const failed = result.problems.size + (result.accessProblem === null ? 0 : 1)
    if (failed > 0) announce(words.notSaved(failed), 'assertive')
    if (result.reverts.length === 0) return
    showToast(words.saved, 'positive', () => void revert(tracker, result.reverts))
  }
  return {
    saved,
    changes,
    problems,
    accessProblem,
    isSaving,
    chooseAccess(group, choice) {
      setAccessProblem(null)
      setCollected((now) => ({ ...now, access: new Map(now.access).set(group, choice) }))
    },
    change(cells) {
      setProblems((now) => new Map([...now].filter(([id]) => cells.every(({ field }) => field !== id))))
      setCollected((now) => ({ ...now, fields: changeCells(now.fields, cells, saved) }))
    },
    save,
    discard() {
      setCollected(noChanges)
      setProblems(new Map())
      setAccessProblem(null)
      announce(words.discarded)
    },
  }
}

/** Unsaved changes are there again when the user returns; closing the tab needs a confirmation. */
function useKeptChanges(key: string, changes: Changes): void {
  const isChanged = countChanges(changes) > 0
  const latest = useRef(changes)
  latest.current = changes
  useEffect(
    () => () => {
      kept.delete(key)
      if (countChanges(latest.current) === 0) return
      kept.set(key, latest.current)
      showToast(words.kept, 'negative')
    },
    [key],
  )
  useEffect(() => {
    if (!isChanged) return
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isChanged])
}

type Revert = () => Promise<unknown>

interface SaveResult {
  readonly reverts: readonly Revert[]
  readonly problems: Problems
  readonly accessProblem: string | null
}

/** The access to the tracker last: it may be the user's own. */
async function sendChanges(tracker: number, data: PermissionsRepresentation, changes: Changes): Promise<SaveResult> {
  const reverts: Revert[] = []
  const problems = new Map<number, string>()
  for (const field of data.fields) {
    const own = changes.fields.get(field.field_id)
    if (own === undefined) continue
    const { before, after } = buildFieldBodies(field, own)
    try {
      await sendFieldPermissions(field.field_id, after)
      reverts.push(() => sendFieldPermissions(field.field_id, before))
    } catch (thrown) {
      problems.set(field.field_id, describe(thrown))
    }
  }
  if (changes.access.size === 0) return { reverts, problems, accessProblem: null }
  const of = data.permissions_for_groups
  const sendAccess = (body: object) => sendTrackerChange('PUT', tracker, '/permissions', body)
  try {
    await sendAccess(buildAccessBody(of, changes.access))
    // What was withdrawn may be needed for the rest.
    reverts.unshift(() => sendAccess(buildAccessBody(of)))
    return { reverts, problems, accessProblem: null }
  } catch (thrown) {
    return { reverts, problems, accessProblem: describe(thrown) }
  }
}

const sendFieldPermissions = (field: number, permissions: FieldPermissionsBody): Promise<unknown> =>
  sendChange('PATCH', `/tracker_fields/${field}`, { permissions_for_groups: permissions })

async function revert(tracker: number, reverts: readonly Revert[]): Promise<void> {
  try {
    for (const each of reverts) await each()
    showToast(texts.states.undone)
  } catch (thrown) {
    showToast(describe(thrown), 'negative')
  } finally {
    await renewTracker(tracker)
  }
}

const describe = (thrown: unknown): string => (thrown instanceof Failure ? thrown.message : texts.states.problem)
