import { type ReactNode, useId } from 'react'
import fieldStyles from '../../design/field.module.css'
import { Icon } from '../../design/icon.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { tableImportTexts as words } from '../../texts/part-texts/table-import-texts.ts'
import styles from './import-dialog.module.css'
import { findDuplicates, type ImportTarget } from './propose-columns.ts'

interface ColumnChoicesProps {
  readonly headings: readonly string[]
  readonly targets: readonly ImportTarget[]
  /** The name of the target of each column, '' for none. */
  readonly columns: readonly string[]
  readonly isDisabled: boolean
  readonly onChange: (columns: readonly string[]) => void
}

/** The field of each column of a file. */
export function ColumnChoices({ headings, targets, columns, isDisabled, onChange }: ColumnChoicesProps): ReactNode {
  const duplicates = findDuplicates(columns)
  return (
    <fieldset className={styles.columns} disabled={isDisabled}>
      <legend>{words.columns}</legend>
      {headings.map((_, index) => {
        const duplicate = duplicates[index]
        return (
          <ColumnChoice
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its position; headings may be equal
            key={index}
            label={nameColumn(headings, index)}
            targets={targets}
            value={columns[index] ?? ''}
            error={duplicate === undefined ? undefined : words.duplicate(nameColumn(headings, duplicate))}
            onChange={(value) => onChange(columns.with(index, value))}
          />
        )
      })}
    </fieldset>
  )
}

/** Returns the heading of a column; its number if it has none. */
export const nameColumn = (headings: readonly string[], index: number): string =>
  headings[index] || words.column(index + 1)

interface ColumnChoiceProps {
  readonly label: string
  readonly targets: readonly ImportTarget[]
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

function ColumnChoice({ label, targets, value, error, onChange }: ColumnChoiceProps): ReactNode {
  const id = useId()
  return (
    <div className={styles.column}>
      <label htmlFor={id}>{label}</label>
      <div className={fieldStyles.selectFrame}>
        <select
          id={id}
          className={joinClasses(fieldStyles.input, fieldStyles.select)}
          value={value}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="">{words.notImported}</option>
          {targets.map(({ name, label: target }) => (
            <option key={name} value={name}>
              {target}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={fieldStyles.error}>
          <Icon name="warning" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
