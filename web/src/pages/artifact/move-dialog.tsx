import { type ReactNode, useEffect, useState } from 'react'
import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import type { MinimalTrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import type { OpenArtifact } from '../../data/artifacts.ts'
import { sendChange } from '../../data/client.ts'
import { Failure } from '../../data/failure.ts'
import { queryCache, useList } from '../../data/queries.ts'
import { announce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { Dialog, DialogActions } from '../../design/dialog.tsx'
import { Notice } from '../../design/notice.tsx'
import { Select } from '../../design/select.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { showToast } from '../../design/toast.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './move-dialog.module.css'

const words = texts.editing.move

interface MovedField {
  readonly field_id: number
  readonly label: string
}

interface Preview {
  readonly fields_migrated: readonly MovedField[]
  readonly fields_not_migrated: readonly MovedField[]
  readonly fields_partially_migrated: readonly MovedField[]
}

interface MoveDialogProps {
  readonly artifact: OpenArtifact
  onClose(): void
}

/** Moves the artifact to a tracker that the user administers, after it showed what becomes of each field. */
export function MoveDialog({ artifact, onClose }: MoveDialogProps): ReactNode {
  const { id, xref, tracker, project } = artifact
  const [projectId, setProject] = useState(project.id)
  const [target, setTarget] = useState('')
  const [preview, setPreview] = useState<Preview | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const administered = { query: JSON.stringify({ is_tracker_admin: true }) }
  const projects = useList<ProjectRepresentation>('/projects', { ...administered, limit: 50 })
  const path = `/projects/${projectId}/trackers`
  const list = useList<MinimalTrackerRepresentation>(path, { ...administered, representation: 'minimal', limit: 50 })
  const trackers = list.data?.items.filter((each) => each.id !== tracker.id)
  const fail = (thrown: unknown): void => {
    const message = thrown instanceof Failure ? thrown.message : texts.states.problem
    setProblem(message)
    announce(message, 'assertive')
  }
  const send = (isDryRun: boolean): Promise<{ dry_run: { fields: Preview } | null }> =>
    sendChange('PATCH', `/artifacts/${id}`, { move: { tracker_id: Number(target) } }, { isDryRun })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another target needs another preview
  useEffect(() => {
    setPreview(null)
    setProblem(null)
    if (target === '') return
    let isOver = false
    send(true).then(
      ({ dry_run }) => !isOver && setPreview(dry_run?.fields ?? null),
      (thrown: unknown) => !isOver && fail(thrown),
    )
    return () => {
      isOver = true
    }
  }, [target])
  const move = async (): Promise<void> => {
    setPending(true)
    try {
      await send(false)
      const label = trackers?.find((each) => String(each.id) === target)?.label ?? ''
      showToast(words.moved(xref, label))
      onClose()
      await queryCache.invalidateQueries()
    } catch (thrown) {
      fail(thrown)
      setPending(false)
    }
  }
  const places = new Map([
    [project.id, project.label],
    ...(projects.data?.items ?? []).map((each) => [each.id, each.label] as const),
  ])
  return (
    <Dialog title={words.title(xref)} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <div className={styles.content}>
        {places.size > 1 && (
          <Select
            name="project"
            label={words.project}
            isRequired
            defaultValue={String(projectId)}
            options={[...places].map(([value, label]) => ({ value: String(value), label }))}
            onChange={(value) => {
              setProject(Number(value))
              setTarget('')
            }}
          />
        )}
        {trackers === undefined ? (
          <Skeleton shape="lines" rows={1} />
        ) : trackers.length === 0 ? (
          <p>{words.none}</p>
        ) : (
          <Select
            key={projectId}
            name="tracker"
            label={words.tracker}
            isRequired
            defaultValue={target}
            options={[
              { value: '', label: words.choose, isDisabled: true },
              ...trackers.map((each) => ({ value: String(each.id), label: each.label })),
            ]}
            onChange={setTarget}
          />
        )}
        {problem !== null && <Notice kind="negative" title={problem} />}
        <div role="status">{preview && <FieldsOfMove preview={preview} />}</div>
      </div>
      <DialogActions>
        <Button onPress={onClose}>{texts.states.cancel}</Button>
        <Button kind="primary" isDisabled={preview === null} isPending={isPending} onPress={move}>
          {words.submit}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function FieldsOfMove({ preview }: { readonly preview: Preview }): ReactNode {
  const groups = [
    { label: words.lost, fields: preview.fields_not_migrated, isLost: true },
    { label: words.partial, fields: preview.fields_partially_migrated, isLost: false },
    { label: words.keptFields, fields: preview.fields_migrated, isLost: false },
  ].filter(({ fields }) => fields.length > 0)
  const isComplete = preview.fields_not_migrated.length + preview.fields_partially_migrated.length === 0
  return (
    <>
      {isComplete && <p>{words.nothingLost}</p>}
      <dl className={styles.fields}>
        {groups.map(({ label, fields, isLost }) => (
          <div key={label}>
            <dt data-lost={isLost || undefined}>{label}</dt>
            <dd>{fields.map((field) => field.label).join(', ')}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
