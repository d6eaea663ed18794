import type { InputHTMLAttributes, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { joinClasses } from '../../design/join-classes.ts'
import type { EditorProps } from '../kind.ts'
import styles from './kinds.module.css'

interface LineInputProps extends Pick<EditorProps<string>, 'isInPlace' | 'takesFocus' | 'labelId' | 'errorId'> {
  readonly value: string
  onChange(value: string): void
  onCommit(): void
  onCancel(): void
  readonly inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode']
  readonly placeholder?: string
  readonly isNumber?: boolean
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
}

/** One line in the box of a value. In place, Enter saves and Escape cancels. */
export function LineInput({
  value,
  onChange,
  onCommit,
  onCancel,
  isInPlace,
  takesFocus,
  labelId,
  errorId,
  isNumber,
  isRequired,
  isDisabled,
  ...rest
}: LineInputProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) input.current?.select()
  }, [takesFocus])
  const keys = (event: KeyboardEvent): void => {
    if (!isInPlace || event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      onCommit()
    }
    if (event.key === 'Escape') {
      event.stopPropagation()
      onCancel()
    }
  }
  return (
    <input
      {...rest}
      ref={input}
      className={joinClasses(styles.input, isInPlace && styles.inPlace, isNumber && styles.number)}
      value={value}
      required={isRequired && !isInPlace}
      disabled={isDisabled}
      // biome-ignore lint/a11y/noAutofocus: the user opened this editor
      autoFocus={takesFocus}
      aria-labelledby={labelId}
      aria-describedby={errorId}
      aria-invalid={errorId === undefined ? undefined : true}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={keys}
    />
  )
}
