import { type ReactNode, useId } from 'react'
import { texts } from '../texts/texts.ts'
import { ColorMark } from './badge.tsx'
import styles from './color-choices.module.css'

/** docs/api/trackers.md §3.3; a test compares it with that of the server. */
export const palette = [
  'inca-silver',
  'chrome-silver',
  'firemist-silver',
  'red-wine',
  'fiesta-red',
  'coral-pink',
  'teddy-brown',
  'clockwork-orange',
  'graffiti-yellow',
  'army-green',
  'neon-green',
  'acid-green',
  'sherwood-green',
  'ocean-turquoise',
  'surf-green',
  'deep-blue',
  'lake-placid-blue',
  'daphne-blue',
  'plum-crazy',
  'ultra-violet',
  'lilac-purple',
  'panther-pink',
  'peggy-pink',
  'flamingo-pink',
] as const

interface ColorChoicesProps {
  readonly name: string
  readonly label: string
  /** Empty: no color. */
  readonly defaultValue: string
  /** Offers "no color". */
  readonly isOptional?: boolean
  readonly onChange?: (color: string) => void
}

/** One color of the palette, each with its name. */
export function ColorChoices({
  name,
  label,
  defaultValue,
  isOptional = false,
  onChange,
}: ColorChoicesProps): ReactNode {
  const id = useId()
  return (
    <fieldset className={styles.colors}>
      <legend>{label}</legend>
      <div className={styles.list}>
        {[...(isOptional ? [''] : []), ...palette].map((color) => {
          const title = color === '' ? texts.states.noColor : color.replaceAll('-', ' ')
          return (
            <label key={color} htmlFor={`${id}-${color}`} title={title}>
              <input
                id={`${id}-${color}`}
                type="radio"
                name={name}
                value={color}
                aria-label={title}
                defaultChecked={color === defaultValue}
                onChange={() => onChange?.(color)}
              />
              {color === '' ? <span className={styles.none} /> : <ColorMark color={color} />}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
