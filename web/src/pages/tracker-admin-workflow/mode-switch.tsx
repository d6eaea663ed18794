import { type ReactNode, useState } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { readTransitionSettings } from '../../data/transitions.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { showToast } from '../../design/toast.tsx'
import styles from '../../frame/administration.module.css'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { findActionEditor } from './actions/registry.ts'
import { changeWorkflow } from './change-workflow.ts'
import { isForChangesOnly } from './conditions/registry.ts'
import own from './mode-switch.module.css'
import { type LoadedTransition, listReplaced, nameState, type State } from './workflow-model.ts'

const words = trackerAdminTexts.trackerWorkflow

interface ModeSwitchProps {
  readonly tracker: TrackerRepresentation
  readonly states: readonly State[]
}

/** Simple: settings for each target state. Advanced: for each transition. Lists what is lost before it switches. */
export function ModeSwitch({ tracker, states }: ModeSwitchProps): ReactNode {
  const isAdvanced = tracker.workflow.is_advanced
  const [isReading, setReading] = useState(false)
  const [isOpen, setOpen] = useState(false)
  // It stays as it is while the dialog closes, although the tracker has the other mode then.
  const [question, setQuestion] = useState<Question>({ isAdvanced, losses: [] })
  const open = async (): Promise<void> => {
    setReading(true)
    try {
      setQuestion({ isAdvanced, losses: listLosses(await readTransitions(tracker), tracker, states) })
      setOpen(true)
    } finally {
      setReading(false)
    }
  }
  return (
    <>
      <Badge kind="info">{isAdvanced ? words.advanced : words.simple}</Badge>
      <span className={styles.count}>{isAdvanced ? words.advancedHint : words.simpleHint}</span>
      <Button isPending={isReading} onPress={() => void reportFailure(open())}>
        {isAdvanced ? words.toSimple : words.toAdvanced}
      </Button>
      <Confirm
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={question.isAdvanced ? words.toSimpleTitle : words.toAdvancedTitle}
        action={question.isAdvanced ? words.toSimple : words.toAdvanced}
        onConfirm={async () => {
          await changeWorkflow(tracker.id, { is_advanced: !question.isAdvanced })
          showToast(question.isAdvanced ? words.isSimpleNow : words.isAdvancedNow)
        }}
      >
        <Losses {...question} />
      </Confirm>
    </>
  )
}

/** What a switch of the mode does. */
interface Question {
  readonly isAdvanced: boolean
  readonly losses: readonly string[]
}

const Losses = ({ isAdvanced, losses }: Question): ReactNode => (
  <>
    <p>{isAdvanced ? words.toSimpleText : words.toAdvancedText}</p>
    <p>{losses.length === 0 ? words.noLosses : isAdvanced ? words.replaced : words.dropped}</p>
    {losses.length > 0 && (
      <ul className={own.losses}>
        {losses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
    )}
  </>
)

const readTransitions = ({ workflow }: TrackerRepresentation): Promise<readonly LoadedTransition[]> =>
  Promise.all(
    workflow.transitions.map(async (transition) => ({
      transition,
      settings: await readTransitionSettings(transition.id),
    })),
  )

function listLosses(
  loaded: readonly LoadedTransition[],
  tracker: TrackerRepresentation,
  states: readonly State[],
): readonly string[] {
  const name = (from: number | null, to: number): string => words.fromTo(nameState(states, from), nameState(states, to))
  if (tracker.workflow.is_advanced)
    return listReplaced(loaded, isForChangesOnly).map(({ transition, by }) =>
      words.replacedBy(name(transition.from_id, transition.to_id), name(by.from_id, by.to_id)),
    )
  const lines = loaded.flatMap(({ transition: { to_id }, settings: { actions } }) =>
    actions.flatMap((action) => {
      const editor = findActionEditor(action)
      if (editor?.isSimpleOnly !== true) return []
      return [words.droppedFrom(nameState(states, to_id), editor.describe(action, tracker))]
    }),
  )
  // Transitions to the same state share their actions.
  return [...new Set(lines)]
}
