import { lazy, type ReactNode, Suspense, useId } from 'react'
import type { MinimalUserRepresentation } from '../../../../src/accounts/representations/user.ts'
import { readResource } from '../../data/client.ts'
import { suggestMembers } from '../../data/suggestions.ts'
import { Skeleton } from '../../design/skeleton.tsx'
import type { PickerOption } from '../../fields/editors/picker.tsx'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { getUserName } from '../../user-name.ts'
import styles from './form-preview.module.css'

const Picker = lazy(() => import('../../fields/editors/picker.tsx').then((file) => ({ default: file.Picker })))

const words = trackerAdminTexts.trackerPermissions

interface ViewerPickerProps {
  readonly project: number
  /** null: none, or not known yet. */
  readonly name: string | null
  readonly onChoose: (user: number) => void
}

/** Finds any user by name or login; members of the project come first. */
export function ViewerPicker({ project, name, onChoose }: ViewerPickerProps): ReactNode {
  const id = useId()
  return (
    <div className={styles.viewer}>
      <span id={id} className={styles.label}>
        {words.user}
      </span>
      <Suspense fallback={<Skeleton shape="lines" rows={1} />}>
        <Picker
          isInPlace={false}
          takesFocus={false}
          labelId={id}
          label={words.user}
          errorId={undefined}
          options={[]}
          search={(text, signal) => searchUsers(text, project, signal)}
          hint={words.searchUsers}
          selection={[]}
          isMultiple={false}
          onChoose={([option]) => {
            if (option !== undefined) onChoose(Number(option.id))
          }}
          onDone={() => undefined}
          onCancel={() => undefined}
        >
          {name ?? words.chooseUser}
        </Picker>
      </Suspense>
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
