import type { ReactNode } from 'react'
import fieldStyles from './field.module.css'
import { FieldFrame } from './field.tsx'
import { Icon } from './icon.tsx'
import { joinClasses } from './join-classes.ts'

interface Option {
  readonly value: string
  readonly label: string
  readonly isDisabled?: boolean
  /** Language of the label, if not that of the page. */
  readonly lang?: string
}

interface SelectProps {
  readonly name: string
  readonly label: string
  readonly options: readonly Option[]
  readonly hint?: string
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
  readonly defaultValue?: string
  /** Its owner keeps the choice. */
  readonly value?: string
  readonly onChange?: (value: string) => void
}

/** One of a few. The browser's own list: it knows keys, touch and reading aloud better than any other. */
export const Select = ({ options, defaultValue, value, onChange, ...field }: SelectProps): ReactNode => (
  <FieldFrame {...field}>
    {({ onInput, ...control }) => (
      <div className={fieldStyles.selectFrame}>
        <select
          {...control}
          {...(value === undefined ? { defaultValue } : { value })}
          className={joinClasses(fieldStyles.input, fieldStyles.select)}
          onChange={(event) => {
            onInput()
            onChange?.(event.currentTarget.value)
          }}
        >
          {options.map(({ value: each, label, isDisabled, lang }) => (
            <option key={each} value={each} disabled={isDisabled} lang={lang}>
              {label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </div>
    )}
  </FieldFrame>
)
