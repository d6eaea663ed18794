import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import type { Transition } from '../../data/transitions.ts'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Section } from '../../design/section.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { showToast } from '../../design/toast.tsx'
import styles from '../../frame/administration.module.css'
import { TrackerAdminFrame } from '../../frame/tracker-admin-frame.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { BeginWorkflow } from './begin-workflow.tsx'
import { changeWorkflow } from './change-workflow.ts'
import { TransitionDialog } from './transition-dialog.tsx'
import { TransitionGrid } from './transition-grid.tsx'
import { useToggle } from './use-toggle.ts'
import { WorkflowFacts } from './workflow-facts.tsx'
import { listStates, nameState } from './workflow-model.ts'

const WorkflowGraph = lazy(() => import('./workflow-graph.tsx').then((file) => ({ default: file.WorkflowGraph })))

const words = trackerAdminTexts.trackerWorkflow

/** Which transitions between states are allowed, for whom, and what they require and do. */
export const TrackerAdminWorkflowPage = ({ params }: PageProps): ReactNode => (
  <TrackerAdminFrame id={params['id']} title={texts.trackerAdmin.pages.workflow} intro={words.intro}>
    {(tracker) => (
      <div className={styles.page}>
        {tracker.workflow.field_id === 0 ? <BeginWorkflow tracker={tracker} /> : <Workflow tracker={tracker} />}
      </div>
    )}
  </TrackerAdminFrame>
)

interface WorkflowProps {
  readonly tracker: TrackerRepresentation
}

function Workflow({ tracker }: WorkflowProps): ReactNode {
  const { field_id: id, transitions, is_advanced: isAdvanced } = tracker.workflow
  const [opened, setOpened] = useState<Transition | null>(null)
  const field = tracker.fields.find((each) => each.field_id === id)
  const states = field === undefined ? [] : listStates(field, transitions)
  const toggle = useToggle(tracker, states)
  const graph = useGraphSwitch()
  const nameOpened = ({ from_id, to_id }: Transition): string =>
    isAdvanced ? words.fromTo(nameState(states, from_id), nameState(states, to_id)) : nameState(states, to_id)
  return (
    <>
      <WorkflowFacts tracker={tracker} fieldLabel={field?.label ?? words.unusedField} states={states} />
      <Section
        title={words.transitions}
        count={transitions.length}
        actions={
          states.length > 0 && (
            <Button icon="branch" onPress={graph.toggle}>
              {graph.isShown ? words.hideGraph : words.showGraph}
            </Button>
          )
        }
      >
        {states.length === 0 ? (
          <EmptyState icon="branch" title={words.noStates}>
            {words.noStatesText}
          </EmptyState>
        ) : (
          <>
            {graph.isShown && (
              <Suspense fallback={<Skeleton shape="lines" rows={4} />}>
                <WorkflowGraph tracker={tracker} states={states} onOpen={setOpened} {...toggle} />
              </Suspense>
            )}
            <TransitionGrid tracker={tracker} states={states} onOpen={setOpened} {...toggle} />
          </>
        )}
      </Section>
      {opened !== null && (
        <TransitionDialog
          key={opened.id}
          tracker={tracker}
          transition={opened}
          title={words.settingsOf(nameOpened(opened))}
          onClose={() => setOpened(null)}
        />
      )}
      <Removal tracker={tracker} />
    </>
  )
}

/** Whether the graph is shown, which the address of the page states. */
function useGraphSwitch(): { readonly isShown: boolean; readonly toggle: () => void } {
  const [path, navigate] = useLocation()
  const isShown = new URLSearchParams(useSearch()).get('view') === 'graph'
  return { isShown, toggle: () => navigate(isShown ? path : `${path}?view=graph`, { replace: true }) }
}

const Removal = ({ tracker }: WorkflowProps): ReactNode => (
  <Section title={words.remove} hint={words.removeHint}>
    <div>
      <Confirm
        trigger={<Button kind="danger">{words.remove}</Button>}
        title={words.removeTitle(tracker.label)}
        action={words.remove}
        onConfirm={async () => {
          await changeWorkflow(tracker.id, { delete_transitions_rules: true })
          showToast(words.workflowRemoved)
        }}
      >
        {words.removeText(tracker.workflow.transitions.length)}
      </Confirm>
    </div>
  </Section>
)
