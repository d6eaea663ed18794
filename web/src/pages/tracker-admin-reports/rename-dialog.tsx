import type { ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { TextField } from '../../design/field.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { texts } from '../../texts/texts.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'

const words = trackerAdminTexts.trackerReports

interface RenameDialogProps {
  readonly label: string
  readonly onRename: (label: string) => Promise<void>
  readonly onClose: () => void
}

export const RenameDialog = ({ label, onRename, onClose }: RenameDialogProps): ReactNode => (
  <Dialog isOpen title={words.renameTitle} onOpenChange={onClose}>
    <Form
      onSend={async (values) => {
        await onRename(values.text('label').trim())
        onClose()
      }}
    >
      <TextField
        name="label"
        label={words.name}
        isRequired
        autoComplete="off"
        maxLength={255}
        defaultValue={label}
        autoFocus
      />
      <FormActions>
        <Button type="submit" kind="primary">
          {words.save}
        </Button>
        <Button onPress={onClose}>{texts.states.cancel}</Button>
      </FormActions>
    </Form>
  </Dialog>
)
