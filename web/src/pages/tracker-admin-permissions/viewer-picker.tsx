import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import type { MinimalUserRepresentation } from '../../../../src/accounts/representations/user.ts'
import { readResource } from '../../data/client.ts'
import { suggestMembers } from '../../data/suggestions.ts'
import { Icon } from '../../design/icon.tsx'
import { Pressable } from '../../design/pressable.tsx'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import type { PickerOption } from '../../fields/editors/picker.tsx'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { getUserName } from '../../user-name.ts'
import styles from './form-preview.module.css'

const PickerPopover = lazy(() =>
  import('../../fields/editors/picker.tsx').then((file) => ({ default: file.PickerPopover })),
)

const words = trackerAdminTexts.trackerPermissions

interface ViewerPickerProps {
  readonly project: number
  /** null: none, or not known yet. */
  readonly name: string | null
  readonly onChoose: (user: number) => void
}

/** Finds any user by name or login; members of the project come first. The list is loaded once it is opened. */
export function ViewerPicker({ project, name, onChoose }: ViewerPickerProps): ReactNode {
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.viewer}>
      <span id={id} className={styles.label}>
        {words.user}
      </span>
      <Pressable
        ref={trigger}
        className={styles.viewerBox}
        data-open={isOpen || undefined}
        aria-haspopup="dialog"
        onPress={() => setOpen(true)}
      >
        <VisuallyHidden>{words.user} </VisuallyHidden>
        <span>{name ?? words.chooseUser}</span>
        <Icon name="chevron-down" />
      </Pressable>
      {isOpen && (
        <Suspense>
          <PickerPopover
            trigger={trigger}
            labelId={id}
            options={[]}
            search={(text, signal) => searchUsers(text, project, signal)}
            hint={words.searchUsers}
            selection={[]}
            isMultiple={false}
            onChoose={([option]) => {
              if (option !== undefined) onChoose(Number(option.id))
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The API looks for accounts outside of the project from this length on. */
const minLength = 3

async function searchUsers(text: string, project: number, signal: AbortSignal): Promise<readonly PickerOption[]> {
  const [members, users] = await Promise.all([
    suggestMembers(text, project, signal),
    text.length < minLength
      ? []
      : readResource<readonly MinimalUserRepresentation[]>('/users', { query: text, limit: 8 }, signal),
  ])
  const found = new Map([...members, ...users].map((user) => [user.id, user]))
  return [...found.values()].map((user) => ({
    id: String(user.id),
    label: getUserName(user),
    detail: user.username ?? '',
    user,
  }))
}
