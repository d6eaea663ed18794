import { type ReactNode, useId } from 'react'
import styles from './segments.module.css'

interface SegmentsProps<Value extends string> {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** A choice of one of a few views. */
export function Segments<Value extends string>({ label, options, value, onChange }: SegmentsProps<Value>): ReactNode {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={styles.group}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
