import { type DragEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { announce } from '../../design/announce.tsx'
import { Badge, ColorMark } from '../../design/badge.tsx'
import buttons from '../../design/button.module.css'
import { Button, IconButton } from '../../design/button.tsx'
import colors from '../../design/color-choices.module.css'
import { ColorChoices } from '../../design/color-choices.tsx'
import fields from '../../design/field.module.css'
import { Icon } from '../../design/icon.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { Menu, MenuItem } from '../../design/menu.tsx'
import { Pressable } from '../../design/pressable.tsx'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { createListValue, type ListValue, moveItem, splitLines } from './list-value.ts'
import styles from './list-values.module.css'

const words = trackerAdminTexts.trackerFields.values

interface ListValuesProps {
  readonly values: readonly ListValue[]
  /** At most one value is the default. */
  readonly isSingle: boolean
  readonly onChange: (values: readonly ListValue[]) => void
}

/** The values of a static list, in their order; saved with the form around them. */
export function ListValues({ values, isSingle, onChange }: ListValuesProps): ReactNode {
  const list = useRef<HTMLOListElement>(null)
  const [held, setHeld] = useState<number | null>(null)
  const [isPasting, setPasting] = useState(false)
  const change = (index: number, part: Partial<ListValue>): void =>
    onChange(
      values.map((value, i) => {
        if (i === index) return { ...value, ...part }
        return part.isDefault === true && isSingle ? { ...value, isDefault: false } : value
      }),
    )
  const move = (from: number, to: number): void => {
    const moved = moveItem(values, from, to)
    if (moved === null) return
    const focused = document.activeElement
    // The browser takes the focus from elements that are placed elsewhere.
    flushSync(() => onChange(moved))
    if (focused instanceof HTMLElement) focused.focus()
    announce(words.movedTo(values[from]?.label ?? '', to + 1, values.length))
  }
  const add = (): void => {
    flushSync(() => onChange([...values, createListValue('')]))
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus()
  }
  const remove = (index: number): void => {
    announce(words.removedOf(values[index]?.label ?? ''))
    onChange(values.toSpliced(index, 1))
  }
  return (
    <fieldset className={styles.values}>
      <legend className={fields.label}>{words.title}</legend>
      <p className={fields.hint}>{values.length === 0 ? words.none : words.hint}</p>
      <ol ref={list} className={styles.list}>
        {values.map((value, index) => (
          <ListItem
            key={value.key}
            value={value}
            index={index}
            isHeld={held === index}
            isSingle={isSingle}
            onChange={(part) => change(index, part)}
            onMove={(by) => move(index, index + by)}
            onRemove={() => remove(index)}
            onHold={() => setHeld(index)}
            onRelease={() => setHeld(null)}
            onOver={(event) => {
              if (held === null) return
              event.preventDefault()
              if (held === index) return
              move(held, index)
              setHeld(index)
            }}
          />
        ))}
      </ol>
      <div className={styles.tools}>
        <Button icon="plus" onPress={add}>
          {words.add}
        </Button>
        <Button kind="quiet" onPress={() => setPasting(!isPasting)}>
          {words.addMany}
        </Button>
        {values.length > 1 && (
          <Button
            kind="quiet"
            onPress={() =>
              onChange(values.toSorted((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true })))
            }
          >
            {words.sort}
          </Button>
        )}
      </div>
      {isPasting && (
        <Lines
          onAdd={(lines) => {
            // A line that repeats a value would be refused with all others.
            const known = new Set(values.map(({ label }) => label))
            const labels = [...new Set(lines)].filter((label) => !known.has(label))
            onChange([...values, ...labels.map(createListValue)])
            announce(words.addedLines(labels.length))
            setPasting(false)
          }}
        />
      )}
    </fieldset>
  )
}

function Lines({ onAdd }: { readonly onAdd: (labels: readonly string[]) => void }): ReactNode {
  const [text, setText] = useState('')
  return (
    <>
      <label className={fields.field}>
        <span className={fields.label}>{words.newLines}</span>
        <textarea
          className={joinClasses(fields.input, fields.area)}
          rows={5}
          value={text}
          // biome-ignore lint/a11y/noAutofocus: the user has just opened it
          autoFocus
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <div>
        <Button onPress={() => onAdd(splitLines(text))}>{words.addLines}</Button>
      </div>
    </>
  )
}

interface ListItemProps {
  readonly value: ListValue
  readonly index: number
  readonly isHeld: boolean
  /** An artifact has one value at most, so that the values can be columns of a board. */
  readonly isSingle: boolean
  readonly onChange: (part: Partial<ListValue>) => void
  readonly onMove: (by: number) => void
  readonly onRemove: () => void
  readonly onHold: () => void
  readonly onRelease: () => void
  readonly onOver: (event: DragEvent) => void
}

function ListItem(props: ListItemProps): ReactNode {
  const { value, index, isHeld, isSingle, onChange, onMove, onRemove, onHold, onRelease, onOver } = props
  const { key, label, color, isHidden, isDefault, workLimit } = value
  const [isColoring, setColoring] = useState(false)
  const [isLimiting, setLimiting] = useState(false)
  const name = label === '' ? words.new : label
  const step = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  const hold = (event: DragEvent): void => {
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', label)
    onHold()
  }
  return (
    <li
      className={styles.item}
      data-held={isHeld || undefined}
      onDragOver={onOver}
      onDrop={(event) => event.preventDefault()}
    >
      <div className={styles.line}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: only for a mouse; the buttons next to it do the same */}
        <span className={styles.grip} draggable onDragStart={hold} onDragEnd={onRelease}>
          <Icon name="menu" />
        </span>
        <Pressable
          className={joinClasses(buttons.button, buttons.square)}
          aria-label={words.color(name)}
          aria-expanded={isColoring}
          onPress={() => setColoring(!isColoring)}
        >
          {color === '' ? <span className={colors.none} /> : <ColorMark color={color} />}
        </Pressable>
        <input
          className={fields.input}
          aria-label={words.label(index + 1)}
          value={label}
          maxLength={255}
          autoComplete="off"
          data-hidden={isHidden || undefined}
          onChange={(event) => onChange({ label: event.currentTarget.value })}
          onKeyDown={step}
        />
        <span className={styles.buttons}>
          <IconButton icon="arrow-up" label={words.upOf(name)} onPress={() => onMove(-1)} />
          <IconButton icon="arrow-down" label={words.downOf(name)} onPress={() => onMove(1)} />
          <Menu label={words.more(name)} trigger={<IconButton icon="more" label={words.more(name)} />}>
            <MenuItem onAction={() => onChange({ isDefault: !isDefault })}>
              {isDefault ? words.clearDefault : words.setDefault}
            </MenuItem>
            <MenuItem icon="eye" onAction={() => onChange({ isHidden: !isHidden })}>
              {isHidden ? words.show : words.hide}
            </MenuItem>
            {isSingle && <MenuItem onAction={() => setLimiting(true)}>{words.setLimit}</MenuItem>}
            <MenuItem icon="trash" isDangerous onAction={onRemove}>
              {words.remove}
            </MenuItem>
          </Menu>
        </span>
      </div>
      {(isHidden || isDefault || workLimit !== null) && (
        <div className={styles.marks}>
          {isDefault && <Badge kind="positive">{words.isDefault}</Badge>}
          {isHidden && <Badge>{words.hidden}</Badge>}
          {workLimit !== null && <Badge>{words.limited(workLimit)}</Badge>}
        </div>
      )}
      {isLimiting && (
        <label className={fields.field}>
          <span className={fields.label}>{words.limitOf(name)}</span>
          <span className={fields.hint}>{words.limitHint}</span>
          <input
            className={fields.input}
            type="number"
            min={1}
            max={999}
            value={workLimit ?? ''}
            // biome-ignore lint/a11y/noAutofocus: the user has just opened it
            autoFocus
            onChange={({ currentTarget }) => onChange({ workLimit: Number(currentTarget.value) || null })}
          />
        </label>
      )}
      {isColoring && (
        <ColorChoices
          name={`color-${key}`}
          label={words.colorLabel}
          defaultValue={color}
          isOptional
          onChange={(chosen) => onChange({ color: chosen })}
        />
      )}
    </li>
  )
}
