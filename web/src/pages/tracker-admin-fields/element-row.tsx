import type { DragEvent, KeyboardEvent, ReactNode } from 'react'
import { Badge } from '../../design/badge.tsx'
import { IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Link } from '../../design/link.tsx'
import { Menu, MenuItem } from '../../design/menu.tsx'
import type { Field } from '../../fields/field-context.tsx'
import { getElementType } from '../../fields/form-elements.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import type { FormContext } from './form-context.ts'
import { type Direction, type FormNode, findNextPlace, getPlace } from './form-tree.ts'
import styles from './tracker-admin-fields.module.css'

const words = trackerAdminTexts.trackerFields

const directionByKey: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

interface ElementRowProps {
  readonly form: FormContext
  readonly node: FormNode
}

/** One element: its label, which opens its settings, its type and uses, and what can be done with it. */
export const ElementRow = ({ form, node }: ElementRowProps): ReactNode =>
  node.field === null ? (
    <p className={styles.unreadable}>{words.unreadable(node.id)}</p>
  ) : (
    <ReadableElement form={form} node={node} field={node.field} />
  )

function ReadableElement({ form, node, field }: ElementRowProps & { readonly field: Field }): ReactNode {
  const type = getElementType(field.type)
  const canMove = getPlace(node) !== 'block'
  const hold = (event: DragEvent): void => {
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', field.label)
    form.onHold(node)
  }
  const release = (): void => {
    form.onHold(null)
    form.onOver(null)
  }
  const step = (event: KeyboardEvent): void => {
    const direction = directionByKey[event.key]
    if (direction === undefined || !event.altKey) return
    event.preventDefault()
    form.changes.step(node, direction)
  }
  return (
    <div className={styles.row}>
      <span className={styles.icon}>
        <Icon name={type.icon} />
      </span>
      <Link
        href={form.hrefOf(node.id)}
        className={styles.label}
        data-element={node.id}
        draggable={canMove}
        onDragStart={canMove ? hold : undefined}
        onDragEnd={canMove ? release : undefined}
        onKeyDown={canMove ? step : undefined}
      >
        {field.label}
      </Link>
      <span className={styles.facts}>
        <span className={styles.type}>{type.title}</span>
        {field.required && <Badge kind="caution">{words.required}</Badge>}
        {field.label_decorators.map(({ label, description }) => (
          <Badge key={description} kind="info">
            {label}
          </Badge>
        ))}
      </span>
      <div className={styles.actions}>
        <ElementMenu form={form} node={node} field={field} canMove={canMove} />
      </div>
    </div>
  )
}

const steps = [
  { direction: 'up', title: words.moveUp, icon: 'arrow-up' },
  { direction: 'down', title: words.moveDown, icon: 'arrow-down' },
  { direction: 'left', title: words.moveLeft, icon: 'chevron-left' },
  { direction: 'right', title: words.moveRight, icon: 'chevron-right' },
] as const

interface ElementMenuProps extends ElementRowProps {
  readonly field: Field
  readonly canMove: boolean
}

const ElementMenu = ({ form, node, field, canMove }: ElementMenuProps): ReactNode => (
  <Menu label={words.more(field.label)} trigger={<IconButton icon="more" label={words.more(field.label)} />}>
    <MenuItem icon="edit" href={form.hrefOf(node.id)}>
      {words.edit}
    </MenuItem>
    {steps.flatMap(({ direction, title, icon }) =>
      findNextPlace(form.tree, node, direction) === null
        ? []
        : [
            <MenuItem key={direction} icon={icon} onAction={() => form.changes.step(node, direction)}>
              {title}
            </MenuItem>,
          ],
    )}
    {canMove && (
      <MenuItem icon="arrow-right" onAction={() => form.onMove(node)}>
        {words.moveTo}
      </MenuItem>
    )}
    <MenuItem icon="minus" onAction={() => form.changes.remove(field)}>
      {words.remove}
    </MenuItem>
  </Menu>
)
