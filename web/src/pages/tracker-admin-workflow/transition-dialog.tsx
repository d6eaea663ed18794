import { type ReactNode, useState } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import {
  saveTransitionSettings,
  type Transition,
  type TransitionSettings,
  useTransitionSettings,
} from '../../data/transitions.ts'
import { Button } from '../../design/button.tsx'
import { Dialog, DialogActions } from '../../design/dialog.tsx'
import { Form } from '../../design/form.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Notice } from '../../design/notice.tsx'
import { showWithUndo } from '../../design/show-error.ts'
import { Skeleton } from '../../design/skeleton.tsx'
import { texts } from '../../texts/texts.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { ActionList } from './action-list.tsx'
import { conditionEditors } from './conditions/registry.ts'

const words = trackerAdminTexts.trackerWorkflow

interface TransitionDialogProps {
  readonly tracker: TrackerRepresentation
  /** In simple mode, the one whose settings all transitions to its state share. */
  readonly transition: Transition
  readonly title: string
  readonly onClose: () => void
}

/** The settings of a transition or, in simple mode, of a target state. A click outside keeps it open: input would be lost. */
export function TransitionDialog({ tracker, transition, title, onClose }: TransitionDialogProps): ReactNode {
  const settings = useTransitionSettings(transition.id)
  return (
    <Dialog title={title} isOpen mustDecide onOpenChange={(isOpen) => !isOpen && onClose()}>
      {!tracker.workflow.is_advanced && <p>{words.sharedHint}</p>}
      <Loaded
        from={settings}
        skeleton={<Skeleton shape="lines" rows={6} />}
        failed={(failure) => (
          <>
            <Notice kind="negative" title={failure.message} />
            <DialogActions>
              <Button onPress={onClose}>{texts.states.close}</Button>
            </DialogActions>
          </>
        )}
      >
        {(before) => <SettingsForm {...{ tracker, transition, title, onClose, before }} />}
      </Loaded>
    </Dialog>
  )
}

function SettingsForm({
  tracker,
  transition,
  title,
  before,
  onClose,
}: TransitionDialogProps & { readonly before: TransitionSettings }): ReactNode {
  const [conditions, setConditions] = useState(before.conditions)
  const [actions, setActions] = useState(before.actions)
  const send = async (): Promise<void> => {
    const after = { conditions, actions }
    await saveTransitionSettings(tracker.id, transition.id, before, after)
    onClose()
    showWithUndo(words.saved(title), () => saveTransitionSettings(tracker.id, transition.id, after, before))
  }
  return (
    <Form onSend={send} label={title}>
      {conditionEditors
        .filter(
          ({ name, isForChangesOnly }) => name in conditions && !(isForChangesOnly && transition.from_id === null),
        )
        .map((editor) => (
          <div key={editor.name}>
            {editor.render({
              value: conditions[editor.name],
              tracker,
              onChange: (value) => setConditions((now) => ({ ...now, [editor.name]: value })),
            })}
          </div>
        ))}
      <ActionList tracker={tracker} initial={before.actions} onChange={setActions} />
      <DialogActions>
        <Button onPress={onClose}>{texts.states.cancel}</Button>
        <Button type="submit" kind="primary">
          {words.save}
        </Button>
      </DialogActions>
    </Form>
  )
}
