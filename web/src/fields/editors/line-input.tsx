import type { ChangeEvent, HTMLAttributes, KeyboardEvent, ReactNode, RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { joinClasses } from '../../design/join-classes.ts'
import type { EditorProps } from '../editor.ts'
import styles from './editors.module.css'

interface LineInputProps
  extends Pick<EditorProps<string>, 'isInPlace' | 'takesFocus' | 'labelId' | 'errorId' | 'isWrapped'> {
  readonly value: string
  onChange(value: string): void
  onCommit(): void
  onCancel(): void
  readonly inputMode?: HTMLAttributes<HTMLElement>['inputMode']
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
  isWrapped,
  ...rest
}: LineInputProps): ReactNode {
  const input = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
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
  const control = {
    ...rest,
    className: joinClasses(
      styles.input,
      isInPlace && styles.inPlace,
      isNumber && styles.number,
      isWrapped && styles.wrapped,
    ),
    value,
    required: isRequired && !isInPlace,
    disabled: isDisabled,
    // The user opened this editor.
    autoFocus: takesFocus,
    'aria-labelledby': labelId,
    'aria-describedby': errorId,
    'aria-invalid': errorId === undefined ? undefined : true,
    onKeyDown: keys,
    // A pasted text may have several lines.
    onChange: ({ currentTarget: { value: text } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange(isWrapped ? text.replaceAll(/\s*\n\s*/g, ' ') : text),
  }
  return isWrapped ? (
    <textarea {...control} ref={input as RefObject<HTMLTextAreaElement | null>} rows={1} />
  ) : (
    <input {...control} ref={input as RefObject<HTMLInputElement | null>} />
  )
}
