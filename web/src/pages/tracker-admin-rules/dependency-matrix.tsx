import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { arrowSteps } from '../../design/arrow-steps.ts'
import { Button } from '../../design/button.tsx'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import type { ListValue } from './labels.ts'
import styles from './tracker-admin-rules.module.css'

const words = trackerAdminTexts.trackerRules.lists

interface List {
  readonly label: string
  readonly values: readonly ListValue[]
}

interface MatrixProps {
  readonly name: string
  readonly source: List
  readonly target: List
  /** By the ids of both values. */
  isOn(key: string): boolean
  onChange(keys: readonly string[], on: boolean): void
}

/**
 * For each value of the source, in a row, the allowed values of the target. The Tab key stops once in each row, and the
 * arrow keys move between the boxes.
 */
export function DependencyMatrix({ name, source, target, isOn, onChange }: MatrixProps): ReactNode {
  const [stop, setStop] = useState(0)
  const move = (event: KeyboardEvent<HTMLInputElement>): void => {
    const step = arrowSteps[event.key]
    const cell = event.currentTarget.closest('td')
    const table = cell?.closest('table')
    if (step === undefined || !cell || !table) return
    event.preventDefault()
    const row = cell.closest('tr')
    const next = table.rows[(row?.rowIndex ?? 0) + step[0]]?.cells[cell.cellIndex + step[1]]
    next?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.focus()
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={styles.frame} aria-label={words.matrix(name)} tabIndex={0}>
      <table className={styles.matrix} aria-label={words.matrix(name)}>
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              {source.label} <span aria-hidden="true">→</span> {target.label}
            </th>
            {target.values.map(({ id, label }) => (
              <th key={id} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {source.values.map((value) => {
            const keys = target.values.map(({ id }) => `${value.id} ${id}`)
            return (
              <tr key={value.id}>
                <th scope="row">
                  {value.label}
                  <span className={styles.all}>
                    <Button kind="quiet" label={words.allOf(value.label)} onPress={() => onChange(keys, true)}>
                      {words.all}
                    </Button>
                    <Button kind="quiet" label={words.noneOf(value.label)} onPress={() => onChange(keys, false)}>
                      {words.none}
                    </Button>
                  </span>
                </th>
                {target.values.map(({ id, label }, column) => {
                  const key = `${value.id} ${id}`
                  return (
                    <td key={id}>
                      <label className={styles.cell}>
                        <input
                          type="checkbox"
                          aria-label={words.cell(value.label, label)}
                          checked={isOn(key)}
                          tabIndex={column === stop ? 0 : -1}
                          onFocus={() => setStop(column)}
                          onKeyDown={move}
                          onChange={(event) => onChange([key], event.currentTarget.checked)}
                        />
                      </label>
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
