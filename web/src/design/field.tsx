import { type ReactNode, useId, useState } from 'react'
import { texts } from '../texts/texts.ts'
import styles from './field.module.css'
import { useFormState } from './form.tsx'
import { Icon } from './icon.tsx'
import { joinClasses } from './join-classes.ts'

interface FieldDescription {
  /** As the API calls it: its refusals find the field by this name. */
  readonly name: string
  readonly label: string
  /** A hint below the control. */
  readonly hint?: string
  readonly isRequired?: boolean
  /** Nothing is sent: whether it may be empty is no question. */
  readonly isSearch?: boolean
  readonly isDisabled?: boolean
}

interface Frame extends FieldDescription {
  readonly children: (ids: {
    readonly id: string
    readonly name: string
    readonly required: boolean | undefined
    readonly disabled: boolean | undefined
    readonly 'aria-invalid': true | undefined
    readonly 'aria-describedby': string | undefined
    readonly onInput: () => void
  }) => ReactNode
}

/** Label, fault and hint around a control, tied to it. */
export function FieldFrame({ name, label, hint, isRequired, isSearch, isDisabled, children }: Frame): ReactNode {
  const id = useId()
  const { errors, forget } = useFormState()
  const error = errors[name]
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {!isRequired && !isSearch && <span className={styles.optional}> {texts.states.optional}</span>}
      </label>
      {children({
        id,
        name,
        required: isRequired,
        disabled: isDisabled,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': described === '' ? undefined : described,
        onInput: () => forget(name),
      })}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error}>
          <Icon name="warning" />
          <span>{error}</span>
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

interface TextFieldProps extends FieldDescription {
  readonly type?: 'text' | 'email' | 'url' | 'search' | 'number' | 'date'
  readonly defaultValue?: string
  readonly autoComplete?: string
  readonly inputMode?: 'numeric' | 'text'
  readonly minLength?: number
  readonly maxLength?: number
  readonly placeholder?: string
  readonly isCode?: boolean
  readonly autoFocus?: boolean
  readonly onChange?: (value: string) => void
}

export function TextField({
  type = 'text',
  isCode,
  onChange,
  name,
  label,
  hint,
  isRequired,
  isDisabled,
  ...rest
}: TextFieldProps): ReactNode {
  return (
    <FieldFrame {...{ name, label, hint, isRequired, isDisabled }} isSearch={type === 'search'}>
      {({ onInput, ...control }) => (
        <input
          {...control}
          {...rest}
          type={type}
          autoCapitalize="off"
          spellCheck={isCode ? false : undefined}
          className={joinClasses(styles.input, isCode && styles.code)}
          onInput={(event) => {
            onInput()
            onChange?.(event.currentTarget.value)
          }}
        />
      )}
    </FieldFrame>
  )
}

interface PasswordFieldProps extends FieldDescription {
  readonly autoComplete: 'current-password' | 'new-password'
  readonly minLength?: number
  readonly autoFocus?: boolean
}

/** Password managers and paste work; it can be looked at. */
export function PasswordField({ name, label, hint, isRequired, isDisabled, ...rest }: PasswordFieldProps): ReactNode {
  const [isShown, setShown] = useState(false)
  return (
    <FieldFrame {...{ name, label, hint, isRequired, isDisabled }}>
      {(control) => (
        <div className={styles.password}>
          <input
            {...control}
            {...rest}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="off"
            spellCheck={false}
            className={styles.input}
          />
          <button type="button" className={styles.reveal} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? texts.signIn.hidePassword : texts.signIn.showPassword}
          </button>
        </div>
      )}
    </FieldFrame>
  )
}

interface TextAreaProps extends FieldDescription {
  readonly defaultValue?: string
  readonly rows?: number
  readonly isCode?: boolean
  readonly maxLength?: number
}

export const TextArea = ({
  name,
  label,
  hint,
  isRequired,
  isDisabled,
  rows = 4,
  isCode,
  ...rest
}: TextAreaProps): ReactNode => (
  <FieldFrame {...{ name, label, hint, isRequired, isDisabled }}>
    {(control) => (
      <textarea
        {...control}
        {...rest}
        rows={rows}
        spellCheck={isCode ? false : undefined}
        className={joinClasses(styles.input, styles.area, isCode && styles.code)}
      />
    )}
  </FieldFrame>
)
