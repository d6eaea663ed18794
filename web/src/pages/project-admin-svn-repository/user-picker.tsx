import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { MinimalUserRepresentation } from '../../../../src/accounts/representations/user.ts'
import { readResource } from '../../data/client.ts'
import type { Failure } from '../../data/failure.ts'
import { buildQueryKey } from '../../data/queries.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { TextField } from '../../design/field.tsx'
import { useSettled } from '../../design/use-settled.ts'
import { UserBadge } from '../../design/user-badge.tsx'
import { svnRepositoryTexts } from '../../texts/part-texts/svn-repository-texts.ts'
import { getUserName } from '../../user-name.ts'
import own from './repository-settings.module.css'

const words = svnRepositoryTexts.mails
/** The API requires at least this length. */
const minLength = 3
const maxResults = 8

type User = MinimalUserRepresentation

interface UserPickerProps {
  readonly people: readonly User[]
  readonly onChange: (people: readonly User[]) => void
}

/** Selected users, and a search for others by name. */
export function UserPicker({ people, onChange }: UserPickerProps): ReactNode {
  const [text, setText] = useState('')
  const [round, setRound] = useState(0)
  const sought = useSettled(text.trim(), 200)
  const users = useQuery<readonly User[], Failure>({
    queryKey: [...buildQueryKey('/users'), { sought }],
    queryFn: ({ signal }) => readResource<readonly User[]>('/users', { query: sought, limit: maxResults }, signal),
    enabled: sought.length >= minLength,
  })
  const isSought = sought.length >= minLength && users.data !== undefined
  const others = isSought ? (users.data ?? []).filter(({ id }) => !people.some((each) => each.id === id)) : []
  const add = (user: User): void => {
    onChange([...people, user])
    setText('')
    setRound((n) => n + 1)
  }
  /** Enter selects the only match; it never submits the form. */
  const choose = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    const [only] = others
    if (only !== undefined && others.length === 1) add(only)
  }
  return (
    <fieldset className={own.picker} onKeyDown={choose}>
      <legend>{words.people}</legend>
      {people.length > 0 && (
        <ul className={own.people} aria-label={words.people}>
          {people.map((user) => (
            <li key={user.id}>
              <UserBadge user={user} />
              <IconButton
                icon="close"
                label={words.removePerson(getUserName(user))}
                onPress={() => onChange(people.filter((each) => each !== user))}
              />
            </li>
          ))}
        </ul>
      )}
      <TextField
        key={round}
        name="sought"
        label={words.find}
        hint={words.findHint}
        autoComplete="off"
        autoFocus={round > 0}
        onChange={setText}
      />
      <p role="status" className={own.faint}>
        {isSought ? words.resultCount(others.length) : ''}
      </p>
      {others.length > 0 && (
        <ul className={own.people}>
          {others.map((user) => (
            <li key={user.id}>
              <Button
                kind="quiet"
                icon="plus"
                label={words.addPerson(`${getUserName(user)} (${user.username})`)}
                onPress={() => add(user)}
              >
                {`${getUserName(user)} (${user.username})`}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
