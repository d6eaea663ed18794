import { type ReactNode, useId } from 'react'
import styles from './choice.module.css'
import { useFormState } from './form.tsx'

interface CheckboxProps {
  readonly name: string
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** Submitted value if checked; distinguishes checkboxes of one name. */
  readonly value?: string
  readonly defaultChecked?: boolean
  readonly onChange?: (isOn: boolean) => void
}

export function Checkbox({ name, label, hint, value = 'on', defaultChecked, onChange }: CheckboxProps): ReactNode {
  const id = useId()
  const { errors } = useFormState()
  const error = errors[name]
  return (
    <label className={styles.choice} htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        {...{ name, value, defaultChecked }}
        aria-labelledby={hint ? `${id}-label` : undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        aria-invalid={error === undefined ? undefined : true}
        onChange={(event) => onChange?.(event.currentTarget.checked)}
      />
      <span>
        <span id={`${id}-label`}>{label}</span>
        {hint && (
          <span id={`${id}-hint`} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}

interface ChoicesProps {
  readonly label: string
  readonly hint?: string
  /** Refusals of the server find the group by it. */
  readonly name?: string
  readonly children: ReactNode
}

/** Boxes or radio buttons that answer one question. */
export function Choices({ label, hint, name, children }: ChoicesProps): ReactNode {
  const id = useId()
  const { errors } = useFormState()
  const error = name === undefined ? undefined : errors[name]
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset className={styles.choices} aria-describedby={described === '' ? undefined : described}>
      <legend className={styles.legend}>{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <div className={styles.list}>{children}</div>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface RadioProps {
  readonly name: string
  readonly value: string
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly defaultChecked?: boolean
  readonly onChoose?: () => void
}

/** One of `Choices`. */
export function Radio({ name, value, label, hint, defaultChecked, onChoose }: RadioProps): ReactNode {
  const id = useId()
  return (
    <label className={styles.choice} htmlFor={id}>
      <input
        id={id}
        type="radio"
        {...{ name, value, defaultChecked }}
        aria-labelledby={hint ? `${id}-label` : undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={() => onChoose?.()}
      />
      <span>
        <span id={`${id}-label`}>{label}</span>
        {hint && (
          <span id={`${id}-hint`} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
