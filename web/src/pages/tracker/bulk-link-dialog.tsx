import { type ReactNode, useEffect, useId, useState } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import type { BulkOutcome } from '../../data/bulk-changes.ts'
import { findLinked, type LinkPartner, type LinkRole, linkArtifacts, readLinkPartner } from '../../data/bulk-links.ts'
import { Failure } from '../../data/failure.ts'
import type { SuggestedArtifact } from '../../data/suggestions.ts'
import { announce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { Dialog, DialogActions } from '../../design/dialog.tsx'
import { Notice } from '../../design/notice.tsx'
import { Select } from '../../design/select.tsx'
import { showToast } from '../../design/toast.tsx'
import { ArtifactPicker, roleTitle } from '../../fields/editors/links.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './bulk-bar.module.css'
import { BulkPreview } from './bulk-preview.tsx'
import { createStatusMarks } from './columns.tsx'
import type { Selection } from './selection.ts'

const words = texts.tracker.bulk

interface BulkLinkDialogProps {
  readonly tracker: TrackerRepresentation
  readonly selection: Selection
  readonly onClose: (isDone: boolean) => void
}

interface Preview {
  readonly partner: LinkPartner
  /** Artifacts that get a link. */
  readonly ids: readonly number[]
  readonly outcome: BulkOutcome
}

/** Links the selected artifacts with one, all or none, after a preview. */
export function BulkLinkDialog({ tracker, selection, onClose }: BulkLinkDialogProps): ReactNode {
  const id = useId()
  const roles = listRoles(tracker)
  const [role, setRole] = useState(roles[0])
  const [target, setTarget] = useState<SuggestedArtifact>()
  const [preview, setPreview] = useState<Preview | null>(null)
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const targetId = target?.id

  useEffect(() => {
    setPreview(null)
    setProblem(undefined)
    if (targetId === undefined || role === undefined) return
    const stop = new AbortController()
    const load = async (): Promise<void> => {
      const partner = await readLinkPartner(targetId, stop.signal)
      if (stop.signal.aborted) return
      if (partner.field === null) return setProblem(words.cannotHaveLinks(`#${targetId}`))
      const others = [...selection.keys()].filter((each) => each !== targetId)
      const linked = findLinked(partner, others, role)
      const ids = others.filter((each) => !linked.has(each))
      if (ids.length > 0) await linkArtifacts(tracker.id, partner, ids, role, true)
      if (stop.signal.aborted) return
      const refused = new Map(selection.has(targetId) ? [[targetId, words.linkedToItself]] : [])
      setPreview({ partner, ids, outcome: { changed: ids, unchanged: [...linked], refused } })
      announce(words.willLink(ids.length))
    }
    load().catch((thrown: unknown) => !stop.signal.aborted && setProblem(messageOf(thrown)))
    return () => stop.abort()
  }, [targetId, role, selection, tracker.id])

  const count = preview?.ids.length ?? 0
  const send = async (): Promise<void> => {
    if (preview === null || role === undefined) return
    setSending(true)
    try {
      await linkArtifacts(tracker.id, preview.partner, preview.ids, role, false)
      showToast(words.linked(preview.ids.length))
      onClose(true)
    } catch (thrown) {
      setProblem(messageOf(thrown))
      setSending(false)
    }
  }
  return (
    <Dialog
      title={words.linkTitle(selection.size)}
      isOpen
      onOpenChange={(isOpen) => !isOpen && !isSending && onClose(false)}
    >
      <div className={styles.field}>
        <span id={id}>{words.linkTo}</span>
        <ArtifactPicker labelId={id} project={tracker.project.id} without={null} onChoose={setTarget}>
          {target ? `#${target.id} ${target.title ?? ''}` : words.chooseArtifact}
        </ArtifactPicker>
      </div>
      <Select
        name="role"
        label={words.linkAs}
        isRequired
        options={roles.map((each, n) => ({
          value: String(n),
          label: roleTitle(each, linkTypesOf(tracker)),
        }))}
        defaultValue="0"
        onChange={(n) => setRole(roles[Number(n)])}
      />
      {preview ? (
        <BulkPreview
          markOf={createStatusMarks(tracker)}
          unchangedTitle={words.alreadyLinked}
          outcome={preview.outcome}
          selection={selection}
          title={words.willLink(count)}
        />
      ) : (
        problem === undefined && target !== undefined && <p className={styles.waiting}>{words.previewing}</p>
      )}
      {problem !== undefined && <Notice kind="negative" title={problem} />}
      <DialogActions>
        <Button kind="quiet" onPress={() => onClose(false)} isDisabled={isSending}>
          {texts.states.cancel}
        </Button>
        <Button kind="primary" isDisabled={count === 0} isPending={isSending} onPress={send}>
          {preview === null ? words.link : words.linkNow(count)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type LinkTypes = Parameters<typeof roleTitle>[1]

const linkTypesOf = ({ fields }: TrackerRepresentation): LinkTypes =>
  fields.find(({ allowed_types }) => allowed_types !== undefined)?.allowed_types

/** Every type in both directions. */
const listRoles = (tracker: TrackerRepresentation): readonly LinkRole[] =>
  ['', ...(linkTypesOf(tracker) ?? []).map(({ shortname }) => shortname)].flatMap((type) =>
    (['forward', 'reverse'] as const).map((direction) => ({ type, direction })),
  )

const messageOf = (thrown: unknown): string => (thrown instanceof Failure ? thrown.message : texts.states.problem)
