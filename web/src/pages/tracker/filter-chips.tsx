import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { Icon } from '../../design/icon.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { Menu, MenuItem } from '../../design/menu.tsx'
import { Pressable } from '../../design/pressable.tsx'
import { listOptions } from '../../fields/editors/list-options.ts'
import { texts } from '../../texts/texts.ts'
import { createStatusMarks } from './columns.tsx'
import { FilterChip } from './filter-chip.tsx'
import { FilterToggle } from './filter-toggle.tsx'
import { OwnGroupsChip } from './own-groups-chip.tsx'
import styles from './tracker-page.module.css'
import { type Field, isFilterable, type View } from './view.ts'

const words = texts.tracker
/** More statuses are one chip with a menu. */
const maxStatusChips = 6

interface FilterChipsProps {
  readonly tracker: TrackerRepresentation
  readonly view: View
  readonly isSignedIn: boolean
  /** Each status is a chip of its own. */
  readonly isNarrow: boolean
  /** All fields have chips, on several lines. */
  readonly isComplete?: boolean
  readonly onChange: (change: Partial<View>) => void
}

/** Conditions that are chosen instead of typed. */
export function FilterChips(props: FilterChipsProps): ReactNode {
  const { tracker, view, isSignedIn, isNarrow, isComplete = false, onChange } = props
  const { fields, semantics } = tracker
  /** The field whose values are offered before the first one is chosen. */
  const [added, setAdded] = useState<string | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const filterable = fields.filter((field) => isFilterable(field) && (isSignedIn || listOptions(field).length > 0))
  const fieldOf = (id: number | undefined): Field | undefined => filterable.find(({ field_id }) => field_id === id)
  const status = fieldOf(semantics.status?.field_id)
  const statuses = status === undefined ? [] : listOptions(status)
  const isSpread = isNarrow && statuses.length <= maxStatusChips
  const usual = [isSpread ? undefined : status, fieldOf(semantics.contributor?.field_id)].filter(
    (field) => field !== undefined,
  )
  const isOfGroups = ({ bindings }: Field): boolean => bindings.type === 'ugroups'
  // Those to whom artifacts are assigned, or else any: the query language compares groups with such fields only.
  const groupField = [...usual, ...filterable].find(isOfGroups)
  const others = filterable.filter((field) => !usual.includes(field) && !(isSpread && field === status))
  const isShown = ({ name }: Field): boolean => isComplete || view.filters.has(name) || name === added
  const rest = others.filter((field) => !isShown(field))
  const markOf = createStatusMarks(tracker)

  const setFilter = (field: Field, values: readonly string[]): void => {
    const filters = new Map(view.filters)
    if (values.length === 0) filters.delete(field.name)
    else filters.set(field.name, values)
    onChange({ filters })
  }
  const isWaiting = added !== null && !view.filters.has(added)
  const wasWaiting = useRef(false)
  useEffect(() => {
    // The chip that had the focus is gone.
    if (wasWaiting.current && added === null) addButton.current?.focus()
    wasWaiting.current = isWaiting
  }, [added, isWaiting])

  const chosenStatuses = (status && view.filters.get(status.name)) ?? []
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
    <div
      className={joinClasses(styles.chips, isComplete && styles.allChips)}
      role="group"
      aria-label={isComplete ? words.allFilters : words.filters}
    >
      {semantics.status && (
        <FilterToggle isOn={view.isOpenOnly} onChange={(isOpenOnly) => onChange({ isOpenOnly })}>
          {words.openOnly}
        </FilterToggle>
      )}
      {semantics.contributor && isSignedIn && (
        <FilterToggle isOn={view.isMine} onChange={(isMine) => onChange({ isMine })}>
          {words.mine}
        </FilterToggle>
      )}
      {groupField && isSignedIn && (
        <OwnGroupsChip
          field={groupField}
          values={view.filters.get(groupField.name) ?? []}
          onChange={(values) => setFilter(groupField, values)}
        />
      )}
      {isSpread &&
        status &&
        statuses.map(({ id, label }) => (
          <FilterToggle
            key={id}
            mark={markOf(label)}
            isOn={chosenStatuses.includes(id)}
            onChange={(isOn) =>
              setFilter(status, isOn ? [...chosenStatuses, id] : chosenStatuses.filter((each) => each !== id))
            }
          >
            {label}
          </FilterToggle>
        ))}
      {[...usual, ...others.filter(isShown)].map((field) => (
        <FilterChip
          key={field.field_id}
          project={tracker.project.id}
          field={field}
          values={view.filters.get(field.name) ?? []}
          isSignedIn={isSignedIn}
          isOpenAtOnce={field.name === added}
          markOf={field === status ? markOf : undefined}
          onChange={(values) => setFilter(field, values)}
          onClose={() => setAdded(null)}
        />
      ))}
      {rest.length > 0 && (
        <Menu
          label={words.addFilter}
          trigger={
            <Pressable ref={addButton} className={joinClasses(styles.chip, styles.dashed)}>
              <Icon name="plus" />
              {words.addFilter}
            </Pressable>
          }
        >
          {rest.map((field) => (
            <MenuItem key={field.field_id} onAction={() => setAdded(field.name)}>
              {field.label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  )
}
