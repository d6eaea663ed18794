import type { ReactNode } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { reportFailure, showWithUndo } from '../../design/show-error.ts'
import { showToast } from '../../design/toast.tsx'
import styles from '../../frame/administration.module.css'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { changeWorkflow } from './change-workflow.ts'
import { ModeSwitch } from './mode-switch.tsx'
import own from './workflow-facts.module.css'
import type { State } from './workflow-model.ts'

const words = trackerAdminTexts.trackerWorkflow

interface WorkflowFactsProps {
  readonly tracker: TrackerRepresentation
  /** Of the field that drives it. */
  readonly fieldLabel: string
  readonly states: readonly State[]
}

/** Which field drives the workflow, and whether and how it applies. */
export function WorkflowFacts({ tracker, fieldLabel, states }: WorkflowFactsProps): ReactNode {
  const { is_used, is_legacy: isLegacy } = tracker.workflow
  const isUsed = is_used === '1'
  const enforce = async (to: boolean): Promise<void> => {
    await changeWorkflow(tracker.id, { set_transitions_rules: { is_used: to } })
  }
  const switchEnforcement = async (): Promise<void> => {
    await enforce(!isUsed)
    showWithUndo(isUsed ? words.disabled : words.enabled, () => enforce(isUsed))
  }
  return (
    <div className={styles.card}>
      <dl className={joinClasses(styles.facts, own.facts)}>
        <div>
          <dt>{words.field}</dt>
          <dd>{fieldLabel}</dd>
        </div>
        <div>
          <dt>{words.enforcement}</dt>
          <dd>
            <Badge kind={isUsed ? 'positive' : 'neutral'}>{isUsed ? words.isEnforced : words.isNotEnforced}</Badge>
            <span className={styles.count}>{isUsed ? words.isEnforcedHint : words.isNotEnforcedHint}</span>
            <Button onPress={() => void reportFailure(switchEnforcement())}>
              {isUsed ? words.disable : words.enable}
            </Button>
          </dd>
        </div>
        <div>
          <dt>{words.mode}</dt>
          <dd>
            <ModeSwitch tracker={tracker} states={states} />
          </dd>
        </div>
        {isLegacy && (
          <div>
            <dt>{words.legacy}</dt>
            <dd>
              <Badge kind="caution">{words.isLegacy}</Badge>
              <span className={styles.count}>{words.isLegacyHint}</span>
              <Confirm
                trigger={<Button>{words.leaveLegacy}</Button>}
                title={words.leaveLegacyTitle}
                action={words.leaveLegacy}
                onConfirm={async () => {
                  await changeWorkflow(tracker.id, { is_legacy: false })
                  showToast(words.leftLegacy)
                }}
              >
                {words.leaveLegacyText}
              </Confirm>
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}
