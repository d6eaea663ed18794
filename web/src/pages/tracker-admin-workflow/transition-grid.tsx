import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import type { Transition } from '../../data/transitions.ts'
import { announce } from '../../design/announce.tsx'
import { ColorMark } from '../../design/badge.tsx'
import { Icon } from '../../design/icon.tsx'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { type Cursor, moveCursor } from './move-cursor.ts'
import styles from './transition-grid.module.css'
import type { Toggle } from './use-toggle.ts'
import { findReference, findSettings, nameState, type State } from './workflow-model.ts'

const words = trackerAdminTexts.trackerWorkflow

interface TransitionGridProps extends Toggle {
  readonly tracker: TrackerRepresentation
  readonly states: readonly State[]
  readonly onOpen: (transition: Transition) => void
}

/**
 * Transitions from states (rows) to states (columns). It is one stop of the Tab key: arrows move, Space switches, Enter
 * opens the settings. In simple mode these belong to the columns.
 */
export function TransitionGrid({ tracker, states, onOpen, isOn, isPending, toggle }: TransitionGridProps): ReactNode {
  const { transitions, is_advanced: isAdvanced } = tracker.workflow
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [cursor, setCursor] = useState<Cursor>({ row: 0, column: 0 })
  const rows = [null, ...states.map((state) => state.id)]
  const size = { rows: rows.length, columns: states.length, hasHead: !isAdvanced }

  const openAt = ({ row, column }: Cursor): void => {
    const to = states[column]
    const from = rows[row]
    if (to === undefined) return
    const settingsOf = findSettings(tracker.workflow, from, to.id)
    if (settingsOf === undefined) announce(isAdvanced ? words.noSettings : words.noSettingsOf(to.label), 'polite')
    else onOpen(settingsOf)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const here = readCursor(event.target)
    if (here === undefined) return
    if (event.key === 'Enter') {
      // Otherwise it would press the cell.
      event.preventDefault()
      openAt(here)
      return
    }
    const next = moveCursor(here, event, size)
    if (next === undefined) return
    event.preventDefault()
    frame.current?.querySelector<HTMLElement>(`[data-cell="${formatCursor(next)}"]`)?.focus()
  }
  /** Of the element of a cell that has the focus. */
  const cell = (row: number, column: number) => ({
    'data-cell': formatCursor({ row, column }),
    tabIndex: cursor.row === row && cursor.column === column ? 0 : -1,
    onFocus: () => setCursor({ row, column }),
  })

  return (
    <>
      <p id={`${id}-hint`} className={styles.hint}>
        {isAdvanced ? words.gridHint : words.gridHintSimple}
      </p>
      <div ref={frame} className={styles.frame}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are controls is a grid
          role="grid"
          aria-label={words.transitions}
          aria-describedby={`${id}-hint`}
          className={styles.grid}
          onKeyDown={onKeyDown}
        >
          <thead>
            <tr>
              <th scope="col" className={styles.corner}>
                <span className={styles.fromTo}>
                  <span>{words.from}</span>
                  <span>
                    {words.to} <Icon name="arrow-right" />
                  </span>
                </span>
              </th>
              {states.map((state, column) => (
                <th key={state.id} scope="col">
                  <div className={styles.state}>
                    <StateName state={state} />
                    {!isAdvanced && (
                      <SettingsButton
                        {...cell(-1, column)}
                        label={words.settingsOf(state.label)}
                        isAvailable={findReference(transitions, state.id) !== undefined}
                        onPress={() => openAt({ row: -1, column })}
                      />
                    )}
                  </div>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((from, row) => (
              <tr key={from ?? 'new'} className={from === null ? styles.first : undefined}>
                <th scope="row">
                  <StateName state={states.find((each) => each.id === from)} />
                </th>
                {states.map(({ id: to, label }, column) => {
                  const name = words.fromTo(nameState(states, from), label)
                  if (from === to)
                    return (
                      <td key={to} aria-label={words.sameState(label)} {...cell(row, column)} className={styles.same}>
                        <span aria-hidden="true">–</span>
                      </td>
                    )
                  const isAllowed = isOn(from, to)
                  return (
                    <td key={to}>
                      <div className={styles.cell}>
                        <label className={styles.toggle}>
                          <input
                            type="checkbox"
                            aria-label={name}
                            aria-busy={isPending(from, to) || undefined}
                            checked={isAllowed}
                            {...cell(row, column)}
                            onChange={() => void toggle(from, to)}
                          />
                        </label>
                        {isAdvanced && (
                          <SettingsButton
                            tabIndex={-1}
                            label={words.settingsOf(name)}
                            isAvailable={isAllowed && !isPending(from, to)}
                            onPress={() => openAt({ row, column })}
                          />
                        )}
                      </div>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const StateName = ({ state }: { readonly state: State | undefined }): ReactNode =>
  state === undefined ? (
    <span className={styles.newArtifact}>{words.newArtifact}</span>
  ) : (
    <span className={styles.name}>
      <ColorMark color={state.color} />
      <span>
        {state.label}
        {state.isHidden && <span className={styles.hidden}> {words.hidden}</span>}
      </span>
    </span>
  )

interface SettingsButtonProps {
  readonly label: string
  readonly isAvailable: boolean
  readonly tabIndex: number
  readonly onPress: () => void
  readonly onFocus?: () => void
  readonly 'data-cell'?: string
}

/** It keeps its place where there is nothing to open. */
const SettingsButton = ({ label, isAvailable, onPress, ...rest }: SettingsButtonProps): ReactNode => (
  <button
    {...rest}
    type="button"
    aria-label={label}
    title={label}
    className={styles.settings}
    aria-disabled={!isAvailable || undefined}
    onClick={onPress}
  >
    <Icon name="settings" />
  </button>
)

const formatCursor = ({ row, column }: Cursor): string => `${row},${column}`

function readCursor(target: EventTarget): Cursor | undefined {
  const [row, column] = target instanceof HTMLElement ? (target.dataset['cell']?.split(',').map(Number) ?? []) : []
  return row === undefined || column === undefined ? undefined : { row, column }
}
