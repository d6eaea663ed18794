import { type ReactNode, useRef, useState } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import type { Action } from '../../data/transitions.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Menu, MenuItem } from '../../design/menu.tsx'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import styles from './action-list.module.css'
import { actionEditors, findActionEditor } from './actions/registry.ts'

const words = trackerAdminTexts.trackerWorkflow.actions

interface ActionListProps {
  readonly tracker: TrackerRepresentation
  readonly initial: readonly Action[]
  readonly onChange: (actions: readonly Action[]) => void
}

interface KeyedAction {
  readonly key: number
  readonly action: Action
}

/** Actions of a transition; those of other products can only be kept or removed. */
export function ActionList({ tracker, initial, onChange }: ActionListProps): ReactNode {
  const [all, setAll] = useState<readonly KeyedAction[]>(() => initial.map((action, key) => ({ key, action })))
  const next = useRef(initial.length)
  const list = useRef<HTMLFieldSetElement>(null)
  const change = (changed: readonly KeyedAction[]): void => {
    setAll(changed)
    onChange(changed.map(({ action }) => action))
  }
  const actions = all.map(({ action }) => action)
  const offered = actionEditors.flatMap((editor) => {
    if (editor.isSimpleOnly === true && tracker.workflow.is_advanced) return []
    const action = editor.create(tracker, actions)
    return action === undefined ? [] : [{ editor, action }]
  })
  const add = (action: Action): void => {
    const key = next.current
    next.current += 1
    change([...all, { key, action }])
    // After the menu has given the focus back.
    setTimeout(() => focusIn(list.current, `[data-action="${key}"] :is(input, select)`))
  }
  const remove = (key: number): void => {
    change(all.filter((each) => each.key !== key))
    focusIn(list.current, '[data-add] button')
  }
  return (
    <fieldset ref={list} className={styles.actions}>
      <legend className={styles.title}>{words.title}</legend>
      {all.length === 0 && <p className={styles.none}>{words.none}</p>}
      {all.map(({ key, action }) => {
        const editor = findActionEditor(action)
        const title = editor?.title ?? words.other(action.type)
        return (
          <fieldset key={key} className={styles.card} aria-label={title} data-action={key}>
            <div className={styles.head}>
              <span className={styles.name}>{title}</span>
              <IconButton icon="trash" label={words.removeOf(title)} onPress={() => remove(key)} />
            </div>
            {editor === undefined ? (
              <p className={styles.none}>{words.otherHint}</p>
            ) : (
              editor.render({
                action,
                tracker,
                name: `action-${key}`,
                others: all.filter((each) => each.key !== key).map((each) => each.action),
                onChange: (to) => change(all.map((each) => (each.key === key ? { key, action: to } : each))),
              })
            )}
          </fieldset>
        )
      })}
      {offered.length > 0 && (
        <div data-add="">
          <Menu label={words.add} trigger={<Button icon="plus">{words.add}</Button>}>
            {offered.map(({ editor, action }) => (
              <MenuItem key={editor.id} onAction={() => add(action)}>
                {editor.title}
              </MenuItem>
            ))}
          </Menu>
        </div>
      )}
    </fieldset>
  )
}

const focusIn = (holder: HTMLElement | null, selector: string): void =>
  holder?.querySelector<HTMLElement>(selector)?.focus()
