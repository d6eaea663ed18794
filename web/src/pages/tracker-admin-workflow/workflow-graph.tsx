import { type ReactNode, useId } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import type { Transition } from '../../data/transitions.ts'
import { colored } from '../../design/badge.tsx'
import { Graph, type ShownEdge } from '../../design/graph/graph.tsx'
import type { GraphShape } from '../../design/graph/lay-out-graph.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { arrangeStates, newArtifactNode, nodeOf } from './arrange-states.ts'
import type { Toggle } from './use-toggle.ts'
import styles from './workflow-graph.module.css'
import { findSettings, nameState, type State } from './workflow-model.ts'

const words = trackerAdminTexts.trackerWorkflow

/** More arrows cannot be distinguished. */
const maxTransitions = 150

const shape: GraphShape = {
  width: 144,
  height: 56,
  gap: 72,
  spacing: 24,
  lane: 18,
  port: 24,
  isGrowing: true,
  isOrdered: true,
}

interface WorkflowGraphProps extends Pick<Toggle, 'isOn' | 'isPending'> {
  readonly tracker: TrackerRepresentation
  readonly states: readonly State[]
  readonly onOpen: (transition: Transition) => void
}

/** The transitions drawn as arrows between the states, with those that are not saved yet. */
export function WorkflowGraph({ tracker, states, isOn, isPending, onOpen }: WorkflowGraphProps): ReactNode {
  const id = useId()
  const { workflow } = tracker
  const transitions = [null, ...states.map((state) => state.id)].flatMap((from) =>
    states.flatMap(({ id: to }) => (from !== to && isOn(from, to) ? [{ from, to }] : [])),
  )
  if (transitions.length > maxTransitions) return <p>{words.graphTooLarge(transitions.length)}</p>
  const edges = transitions.map(({ from, to }): ShownEdge => {
    const name = words.fromTo(nameState(states, from), nameState(states, to))
    const ends = { id: `${nodeOf(from)} ${to}`, from: nodeOf(from), to: nodeOf(to) }
    return isPending(from, to) ? { ...ends, isPending: true } : { ...ends, action: words.settingsOf(name) }
  })
  const open = (edge: string): void => {
    const [from, to] = edge.split(' ')
    const settings = findSettings(workflow, from === newArtifactNode ? null : Number(from), Number(to))
    if (settings !== undefined) onOpen(settings)
  }
  return (
    <section className={styles.graph} aria-label={words.graph} aria-describedby={id}>
      <p id={id} className={styles.hint}>
        {workflow.is_advanced ? words.graphHint : words.graphHintSimple}
      </p>
      <Graph
        label={words.graph}
        nodes={arrangeStates(
          states.map((state) => state.id),
          transitions,
        )}
        edges={edges}
        shape={shape}
        start={newArtifactNode}
        onOpen={open}
        renderNode={(node) => <StateBox state={states.find((state) => nodeOf(state.id) === node)} />}
      />
    </section>
  )
}

const StateBox = ({ state }: { readonly state: State | undefined }): ReactNode =>
  state === undefined ? (
    <div className={styles.newArtifact}>{words.newArtifact}</div>
  ) : (
    <div className={styles.state} title={state.label} {...colored(state.color)}>
      <span className={styles.name}>
        {state.label}
        {state.isHidden && ` ${words.hidden}`}
      </span>
    </div>
  )
