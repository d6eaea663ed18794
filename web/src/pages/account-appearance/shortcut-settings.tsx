import { type ReactNode, useEffect, useId, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Checkbox } from '../../design/checkbox.tsx'
import { useShortcutChoices } from '../../design/shortcut-choices.ts'
import {
  findConflict,
  getShortcutKeys,
  isChoosable,
  nameKey,
  type ShortcutChoices,
  type ShortcutId,
  shortcutIds,
  shortcuts,
  usualChoices,
} from '../../design/shortcut-table.ts'
import { reportFailure } from '../../design/show-error.ts'
import { readShortcutPreference, saveShortcutPreference } from '../../frame/shortcut-preference.ts'
import { texts } from '../../texts/texts.ts'
import styles from './shortcut-settings.module.css'

const words = texts.keyboard
const changeable = shortcutIds.filter((id) => !shortcuts[id].isFixed)

/** Whether shortcuts of one character work, and the keys of each. */
export function ShortcutSettings({ user }: { readonly user: number }): ReactNode {
  const choices = useShortcutChoices()
  useEffect(() => void readShortcutPreference(user).catch(() => undefined), [user])
  const save = (next: ShortcutChoices): void =>
    void reportFailure(saveShortcutPreference(user, next), texts.account.appearance.saved)
  const setKeys = (id: ShortcutId, keys: string): void => {
    const { [id]: _, ...others } = choices.keys
    save({ ...choices, keys: keys === '' || keys === shortcuts[id].keys ? others : { ...others, [id]: keys } })
  }
  return (
    <div className={styles.settings}>
      <Checkbox
        key={String(choices.isOff)}
        name="shortcuts"
        label={words.on}
        defaultChecked={!choices.isOff}
        onChange={(isOn) => save({ ...choices, isOff: !isOn })}
      />
      {!choices.isOff && (
        <>
          <p className={styles.hint}>{words.changeHint}</p>
          <ul className={styles.list}>
            {changeable.map((id) => (
              <KeyField
                key={`${id} ${getShortcutKeys(id, choices)}`}
                id={id}
                choices={choices}
                onChange={(keys) => setKeys(id, keys)}
              />
            ))}
          </ul>
          {Object.keys(choices.keys).length > 0 && (
            <div>
              <Button onPress={() => save(usualChoices)}>{words.reset}</Button>
            </div>
          )}
        </>
      )}
    </div>
  )
}

interface KeyFieldProps {
  readonly id: ShortcutId
  readonly choices: ShortcutChoices
  readonly onChange: (keys: string) => void
}

/** The keys of a shortcut: each key that is pressed is added; what is entered is kept when one leaves the field. */
function KeyField({ id, choices, onChange }: KeyFieldProps): ReactNode {
  const inputId = useId()
  const present = getShortcutKeys(id, choices) ?? ''
  const [keys, setKeys] = useState(present)
  const conflict = keys === '' ? undefined : findConflict(id, keys, choices)
  const problem =
    keys !== '' && !isChoosable(keys)
      ? words.notChoosable
      : conflict === undefined
        ? undefined
        : words.conflict(words.shortcuts[conflict])
  return (
    <li>
      <label htmlFor={inputId}>{words.shortcuts[id]}</label>
      <input
        id={inputId}
        value={keys}
        placeholder={shortcuts[id].keys}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={problem === undefined ? undefined : `${inputId}-problem`}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setKeys(event.currentTarget.value === '' ? '' : keys)}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1 || event.key === ' ') return
          event.preventDefault()
          const { selectionStart, selectionEnd, value } = event.currentTarget
          const isReplaced = selectionStart === 0 && selectionEnd === value.length
          const pressed = nameKey(event)
          setKeys(isReplaced || keys === '' || keys.includes(' ') ? pressed : `${keys} ${pressed}`)
        }}
        onBlur={() => {
          if (problem === undefined && keys !== present) onChange(keys)
        }}
      />
      {problem !== undefined && (
        <p id={`${inputId}-problem`} role="alert">
          {problem}
        </p>
      )}
    </li>
  )
}
