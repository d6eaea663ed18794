import { type ReactNode, useState } from 'react'
import type { MinimalUserRepresentation } from '../../../../src/accounts/representations/user.ts'
import type { ListedUserGroupRepresentation } from '../../../../src/projects/representations/user-group.ts'
import { Failure } from '../../data/failure.ts'
import { useResource } from '../../data/queries.ts'
import type { AdministeredRepository } from '../../data/svn.ts'
import type { NotificationInput } from '../../data/svn-settings.ts'
import { Button } from '../../design/button.tsx'
import { Checkbox, Choices } from '../../design/checkbox.tsx'
import { TextArea, TextField } from '../../design/field.tsx'
import { Form, FormActions, type FormValues } from '../../design/form.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { svnRepositoryTexts } from '../../texts/part-texts/svn-repository-texts.ts'
import { splitLines } from './split-lines.ts'
import { UserPicker } from './user-picker.tsx'

const words = svnRepositoryTexts.mails

type Notification = AdministeredRepository['settings']['email_notifications'][number]

interface NotificationFormProps {
  readonly project: number
  /** null: a new one. */
  readonly notification: Notification | null
  /** Paths that have one already. */
  readonly others: readonly string[]
  readonly onSend: (input: NotificationInput) => Promise<void>
}

/** A path and the recipients of commits under it. */
export function NotificationForm({ project, notification, others, onSend }: NotificationFormProps): ReactNode {
  const [people, setPeople] = useState<readonly MinimalUserRepresentation[]>(notification?.users ?? [])
  const groups = useResource<readonly ListedUserGroupRepresentation[]>(`/projects/${project}/user_groups`)
  const ticked = notification?.user_groups.map(({ id }) => id) ?? []
  const send = async (values: FormValues): Promise<void> => {
    const input: NotificationInput = {
      path: values.text('path').trim(),
      emails: [...new Set(splitLines(values.text('emails')))],
      users: people.flatMap(({ id }) => id ?? []),
      user_groups: values.all('user_groups'),
    }
    refuse(input, others, notification?.emails ?? [])
    await onSend(input)
  }
  return (
    <Form onSend={send}>
      <TextField
        name="path"
        label={words.path}
        hint={words.pathHint}
        defaultValue={notification?.path ?? '/'}
        isCode
        isRequired
        maxLength={255}
        autoComplete="off"
      />
      <TextArea
        name="emails"
        label={words.emails}
        hint={words.emailsHint}
        rows={3}
        defaultValue={notification?.emails.join('\n')}
      />
      <UserPicker people={people} onChange={setPeople} />
      <Loaded from={groups} skeleton={<Skeleton shape="lines" rows={2} />}>
        {(all) => (
          <Choices label={words.groups} name="user_groups">
            {all
              .filter(({ id }) => /^(\d+|\d+_[34])$/.test(id))
              .map(({ id, label }) => (
                <Checkbox key={id} name="user_groups" value={id} label={label} defaultChecked={ticked.includes(id)} />
              ))}
          </Choices>
        )}
      </Loaded>
      <FormActions>
        <Button type="submit" kind="primary">
          {words.save}
        </Button>
      </FormActions>
    </Form>
  )
}

/** The API takes names without `@`, too: a slip is noticed here, and names that are there already stay. */
function refuse(
  { path, emails, users, user_groups: groups }: NotificationInput,
  others: readonly string[],
  known: readonly string[],
): void {
  const refused = (message: string, field: string): Failure => new Failure(message, 400, { field })
  if (others.includes(path)) throw refused(words.twice(path), 'path')
  const wrong = emails.find((email) => !known.includes(email) && !/^[^\s@]+@[^\s@]+$/.test(email))
  if (wrong !== undefined) throw refused(words.notAddress(wrong), 'emails')
  if (emails.length + users.length + groups.length === 0) throw refused(words.noRecipient, 'emails')
}
