import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { MinimalUserRepresentation } from '../../../src/accounts/representations/user.ts'
import { readResource } from '../data/client.ts'
import type { Failure } from '../data/failure.ts'
import { findUser } from '../data/find-user.ts'
import { buildQueryKey } from '../data/queries.ts'
import { Button } from '../design/button.tsx'
import { TextField } from '../design/field.tsx'
import { Form, FormActions } from '../design/form.tsx'
import { reportFailure } from '../design/show-error.ts'
import { useSettled } from '../design/use-settled.ts'
import { personFieldTexts as words } from '../texts/part-texts/person-field-texts.ts'
import { texts } from '../texts/texts.ts'
import { getUserName } from '../user-name.ts'
import styles from './administration.module.css'

/** The API requires at least this length. */
const minLength = 3
const maxResults = 8

type User = MinimalUserRepresentation

interface PersonFormProps {
  /** What the button does. */
  readonly label: string
  readonly onAdd: (user: User & { readonly id: number }) => Promise<void>
}

/** Adds a user: typed completely, or chosen from those whose name or login begins with what is typed. */
export function PersonForm({ label, onAdd }: PersonFormProps): ReactNode {
  const [text, setText] = useState('')
  const [round, setRound] = useState(0)
  const sought = useSettled(text.trim(), 200)
  // The whole text is searched: an address has one account, or none.
  const isSought = sought.length >= minLength && sought === text.trim() && !sought.includes('@')
  const { data: users } = useQuery<readonly User[], Failure>({
    queryKey: [...buildQueryKey('/users'), { sought }],
    queryFn: ({ signal }) => readResource<readonly User[]>('/users', { query: sought, limit: maxResults }, signal),
    enabled: isSought,
  })
  const add = async (user: User & { readonly id: number }): Promise<void> => {
    await onAdd(user)
    setText('')
  }
  const choose = async (user: User): Promise<void> => {
    if (user.id === null) return
    await add({ ...user, id: user.id })
    // The button is gone, and the field is empty again.
    setRound((n) => n + 1)
  }
  return (
    <div className={styles.page}>
      <div className={styles.line}>
        <Form label={label} isEmptied onSend={async (values) => add(await findUser(values.text('person')))}>
          <TextField
            key={round}
            name="person"
            label={texts.projectAdmin.members.person}
            isRequired
            autoComplete="off"
            autoFocus={round > 0}
            onChange={setText}
          />
          <FormActions>
            <Button type="submit" kind="primary" icon="plus">
              {label}
            </Button>
          </FormActions>
        </Form>
      </div>
      <div role="status">{isSought && users !== undefined && words.found(users.length)}</div>
      {isSought && users !== undefined && users.length > 0 && (
        <ul className={styles.actions} aria-label={words.users}>
          {users.map((user) => (
            <li key={user.id}>
              <Button
                icon="plus"
                label={words.add(describeUser(user))}
                onPress={() => void reportFailure(choose(user))}
              >
                {words.add(describeUser(user))}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const describeUser = (user: User): string => `${getUserName(user)} (${user.username})`
