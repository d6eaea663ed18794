import type { ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { Dialog, DialogActions } from '../../design/dialog.tsx'
import { Form } from '../../design/form.tsx'
import { texts } from '../../texts/texts.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { type FormNode, type FormPlace, getPlace, listMoveTargets } from './form-tree.ts'
import { PlaceFields, readPlace } from './place-fields.tsx'

const words = trackerAdminTexts.trackerFields

interface MoveDialogProps {
  readonly tree: readonly FormNode[]
  readonly node: FormNode
  readonly onMove: (node: FormNode, to: FormPlace) => Promise<void>
  readonly onClose: () => void
}

/** Moves an element to any place that the API allows. */
export function MoveDialog({ tree, node, onMove, onClose }: MoveDialogProps): ReactNode {
  const targets = listMoveTargets(tree, getPlace(node))
  return (
    <Dialog title={words.moveTitle(node.field?.label ?? '')} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {targets.length === 0 ? (
        <>
          <p>{words.noColumn}</p>
          <DialogActions>
            <Button onPress={onClose}>{texts.states.close}</Button>
          </DialogActions>
        </>
      ) : (
        <Form
          onSend={async (values) => {
            await onMove(node, readPlace(values))
            onClose()
          }}
        >
          <PlaceFields targets={targets} container={node.parent} moved={node.id} />
          <DialogActions>
            <Button onPress={onClose}>{texts.states.cancel}</Button>
            <Button type="submit" kind="primary">
              {words.move}
            </Button>
          </DialogActions>
        </Form>
      )}
    </Dialog>
  )
}
