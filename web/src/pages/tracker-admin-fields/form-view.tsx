import type { DragEvent, ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { ElementRow } from './element-row.tsx'
import type { FormContext } from './form-context.ts'
import { canDrop, type FormNode, type FormPlace, getPlace } from './form-tree.ts'
import styles from './tracker-admin-fields.module.css'

const words = trackerAdminTexts.trackerFields

interface FormViewProps {
  readonly form: FormContext
}

/** The form as it is: field sets, columns in them, fields in the columns. */
export const FormView = ({ form }: FormViewProps): ReactNode => <Elements form={form} nodes={form.tree} parent={null} />

interface ElementsProps extends FormViewProps {
  readonly nodes: readonly FormNode[]
  readonly parent: number | null
}

/** The elements of a container, in their order. */
function Elements({ form, nodes, parent }: ElementsProps): ReactNode {
  const blocks = nodes.filter((node) => getPlace(node) === 'block')
  return (
    <ul
      className={styles.elements}
      data-columns={blocks.length > 1 ? true : undefined}
      {...dropTarget(form, () => ({ parent_id: parent, next_sibling_id: null }))}
    >
      {nodes.map((node, index) => (
        <Element key={node.id} form={form} node={node} next={nodes[index + 1]?.id ?? null} />
      ))}
      {nodes.length === 0 && <li className={styles.nothing}>{words.emptyPlace}</li>}
    </ul>
  )
}

interface ElementProps extends FormViewProps {
  readonly node: FormNode
  readonly next: number | null
}

function Element({ form, node, next }: ElementProps): ReactNode {
  const { over, held } = form
  const isHere = over?.parent_id === node.parent
  const drop = isHere && over?.next_sibling_id === node.id ? 'before' : undefined
  const end = isHere && next === null && over?.next_sibling_id === null ? 'after' : undefined
  const target = dropTarget(form, (event) => {
    const { top, height } = event.currentTarget.getBoundingClientRect()
    return { parent_id: node.parent, next_sibling_id: event.clientY < top + height / 2 ? node.id : next }
  })
  return (
    <li
      className={node.children === null ? styles.element : styles.container}
      data-place={node.children === null ? undefined : getPlace(node)}
      data-drop={drop ?? end}
      data-held={held?.id === node.id ? true : undefined}
      {...target}
    >
      <ElementRow form={form} node={node} />
      {node.children !== null && (
        <>
          <Elements form={form} nodes={node.children} parent={node.id} />
          {!node.children.some((child) => getPlace(child) === 'block') && (
            <div>
              <Button
                kind="quiet"
                icon="plus"
                label={words.addTo(node.field?.label ?? '')}
                onPress={() => form.onAdd(node.id)}
              >
                {words.addHere}
              </Button>
            </div>
          )}
        </>
      )}
    </li>
  )
}

/** Takes what is dragged over it, if the API allows its place; otherwise what is around it may. */
function dropTarget(form: FormContext, findPlace: (event: DragEvent<HTMLElement>) => FormPlace) {
  const { tree, changes, held, over, onHold, onOver } = form
  if (held === null) return {}
  return {
    onDragOver(event: DragEvent<HTMLElement>) {
      const place = findPlace(event)
      if (!canDrop(tree, held, place)) return
      event.preventDefault()
      event.stopPropagation()
      event.dataTransfer.dropEffect = 'move'
      if (over?.parent_id !== place.parent_id || over.next_sibling_id !== place.next_sibling_id) onOver(place)
    },
    onDrop(event: DragEvent<HTMLElement>) {
      const place = findPlace(event)
      if (!canDrop(tree, held, place)) return
      event.preventDefault()
      event.stopPropagation()
      onHold(null)
      onOver(null)
      changes.drop(held, place)
    },
  }
}
