import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { noneOption, optionsOf } from '../../artifact/kinds/list-options.ts'
import { Icon } from '../../design/icon.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { ChoiceMenu, Menu, MenuItem } from '../../design/menu.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './tracker-page.module.css'
import { type Field, isFilterable, type View } from './view.ts'

const words = texts.tracker

interface FilterChipsProps {
  readonly tracker: TrackerRepresentation
  readonly view: View
  readonly isSignedIn: boolean
  readonly onChange: (change: Partial<View>) => void
}

/** Conditions that are chosen instead of typed. */
export function FilterChips({ tracker, view, isSignedIn, onChange }: FilterChipsProps): ReactNode {
  const { fields, semantics } = tracker
  const filterable = fields.filter(isFilterable)
  const usual = filterable.filter(({ field_id }) => field_id === semantics.status?.field_id)
  const chosen = filterable.filter((field) => view.filters.has(field.name) && !usual.includes(field))
  const rest = filterable.filter((field) => !usual.includes(field) && !chosen.includes(field))
  const setFilter = (field: Field, values: readonly string[] | null): void => {
    const filters = new Map(view.filters)
    if (values === null) filters.delete(field.name)
    else filters.set(field.name, values)
    onChange({ filters })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
    <div className={styles.chips} role="group" aria-label={words.filters}>
      {semantics.status && (
        <Toggle isOn={view.isOpenOnly} onChange={(isOpenOnly) => onChange({ isOpenOnly })}>
          {words.openOnly}
        </Toggle>
      )}
      {semantics.contributor && isSignedIn && (
        <Toggle isOn={view.isMine} onChange={(isMine) => onChange({ isMine })}>
          {words.mine}
        </Toggle>
      )}
      {[...usual, ...chosen].map((field) => (
        <FilterChip
          key={field.field_id}
          field={field}
          values={view.filters.get(field.name) ?? []}
          onChange={(values) => setFilter(field, values)}
          onRemove={() => setFilter(field, null)}
        />
      ))}
      {rest.length > 0 && (
        <Menu
          label={words.addFilter}
          trigger={
            <Button className={joinClasses(styles.chip, styles.dashed)}>
              <Icon name="plus" />
              {words.addFilter}
            </Button>
          }
        >
          {rest.map((field) => (
            <MenuItem key={field.field_id} onAction={() => setFilter(field, [])}>
              {field.label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  )
}

interface ToggleProps {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly children: string
}

const Toggle = ({ isOn, onChange, children }: ToggleProps): ReactNode => (
  <ToggleButton className={styles.chip} isSelected={isOn} onChange={onChange}>
    {isOn && <Icon name="check" />}
    {children}
  </ToggleButton>
)

interface FilterChipProps {
  readonly field: Field
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
  readonly onRemove: () => void
}

function FilterChip({ field, values, onChange, onRemove }: FilterChipProps): ReactNode {
  const offered = optionsOf(field)
  const options = offered.some(({ id }) => id === noneOption(field).id) ? offered : [noneOption(field), ...offered]
  const [first] = options.filter(({ id }) => values.includes(id))
  const summary = values.length > 1 ? words.chosenValues(values.length) : first?.label
  return (
    <span className={styles.filter}>
      <ChoiceMenu
        label={field.label}
        options={options}
        chosen={values}
        onChange={onChange}
        mustClose
        trigger={
          <Button className={styles.chip} data-selected={summary === undefined ? undefined : true}>
            {summary === undefined ? field.label : words.filterOf(field.label, summary)}
            <Icon name="chevron-down" />
          </Button>
        }
      />
      {summary !== undefined && (
        <Button className={styles.chip} aria-label={words.removeFilter(field.label)} onPress={onRemove}>
          <Icon name="close" />
        </Button>
      )}
    </span>
  )
}
