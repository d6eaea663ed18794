import type { ReactNode } from 'react'
import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import { ArtifactFields } from '../../../artifact/artifact-fields.tsx'
import { createStatusChange } from '../../../artifact/status-choices.ts'
import { TransitionForm } from '../../../artifact/transition-form.tsx'
import { entryOf } from '../../../data/artifact-writes.ts'
import { Dialog } from '../../../design/dialog.tsx'
import { texts } from '../../../texts/texts.ts'
import type { Field } from '../view.ts'
import type { DemandingMove } from './use-card-moves.ts'

interface MoveFormProps {
  readonly tracker: TrackerRepresentation
  readonly field: Field
  readonly demand: DemandingMove
  readonly onEnd: () => void
}

/** Requests what the transition of a moved card demands. */
export function MoveForm({ tracker, field, demand: { artifact, choice }, onEnd }: MoveFormProps): ReactNode {
  const values = artifact.values ?? []
  const base = entryOf(artifact, field.field_id)
  return (
    <Dialog title={artifact.title || artifact.xref} isOpen onOpenChange={(isOpen) => !isOpen && onEnd()}>
      <ArtifactFields artifact={artifact} values={values} tracker={tracker}>
        {() =>
          choice.transition && (
            <TransitionForm
              title={texts.editing.changeStatusTo(choice.option.label)}
              transition={choice.transition}
              change={createStatusChange(field, choice.option, base)}
              onDone={onEnd}
            />
          )
        }
      </ArtifactFields>
    </Dialog>
  )
}
