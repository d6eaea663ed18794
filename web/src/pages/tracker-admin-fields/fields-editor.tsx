import { type ReactNode, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { Button } from '../../design/button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Section } from '../../design/section.tsx'
import styles from '../../frame/administration.module.css'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { AddDialog } from './add-dialog.tsx'
import { ElementSheet } from './element-sheet.tsx'
import { createFormChanges } from './form-changes.ts'
import { buildFormTree, type FormNode, type FormPlace, walkNodes } from './form-tree.ts'
import { FormView } from './form-view.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { UnusedFields } from './unused-fields.tsx'

const words = trackerAdminTexts.trackerFields

interface FieldsEditorProps {
  readonly tracker: TrackerRepresentation
}

/** The form, what is not in it, and the dialogs that change it. */
export function FieldsEditor({ tracker }: FieldsEditorProps): ReactNode {
  const [, navigate] = useLocation()
  const opened = new URLSearchParams(useSearch()).get('element')
  const [addingTo, setAddingTo] = useState<{ readonly container: number | null } | null>(null)
  const [moving, setMoving] = useState<FormNode | null>(null)
  const [held, setHeld] = useState<FormNode | null>(null)
  const [over, setOver] = useState<FormPlace | null>(null)
  const tree = buildFormTree(tracker)
  const changes = createFormChanges(tracker, tree)
  const path = `/trackers/${tracker.id}/admin/fields`
  const shown = opened === null ? undefined : walkNodes(tree).find(({ id }) => String(id) === opened)?.field
  const add = (
    <Button kind="primary" icon="plus" onPress={() => setAddingTo({ container: null })}>
      {words.add}
    </Button>
  )
  return (
    <div className={styles.page}>
      <Section title={words.form} hint={words.formHint} actions={tree.length > 0 && add}>
        {tree.length === 0 ? (
          <EmptyState icon="columns" title={words.empty} action={add}>
            {words.emptyText}
          </EmptyState>
        ) : (
          <FormView
            form={{
              tree,
              changes,
              held,
              over,
              hrefOf: (id) => `${path}?element=${id}`,
              onHold: setHeld,
              onOver: setOver,
              onAdd: (container) => setAddingTo({ container }),
              onMove: setMoving,
            }}
          />
        )}
      </Section>
      <UnusedFields tracker={tracker} changes={changes} />
      {addingTo !== null && (
        <AddDialog
          tracker={tracker}
          tree={tree}
          container={addingTo.container}
          onAdd={changes.add}
          onClose={() => setAddingTo(null)}
        />
      )}
      {moving !== null && (
        <MoveDialog tree={tree} node={moving} onMove={changes.move} onClose={() => setMoving(null)} />
      )}
      {shown != null && (
        <ElementSheet
          key={shown.field_id}
          tracker={tracker}
          field={shown}
          onChange={changes.change}
          onClose={() => navigate(path)}
        />
      )}
    </div>
  )
}
