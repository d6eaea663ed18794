import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { ArtifactRepresentation } from '../../../../src/artifacts/representations/artifact.ts'
import type { OpenArtifact } from '../../data/artifacts.ts'
import type { Failure } from '../../data/failure.ts'
import { ColorMark } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Graph, type ShownEdge } from '../../design/graph/graph.tsx'
import type { GraphShape } from '../../design/graph/lay-out-graph.ts'
import { joinClasses } from '../../design/join-classes.ts'
import { Link } from '../../design/link.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import type { Field } from '../../fields/field-context.tsx'
import { linkGraphTexts as words } from '../../texts/part-texts/link-graph-texts.ts'
import { StatusMark } from '../status-mark.tsx'
import type { LinkEnds } from './collect-links.ts'
import styles from './link-graph.module.css'
import { type LoadedLinkGraph, readLinkGraph } from './read-link-graph.ts'

const shape: GraphShape = {
  width: 184,
  height: 68,
  gap: 104,
  spacing: 12,
  lane: 14,
  port: 15,
  isGrowing: false,
  isOrdered: false,
}

type LinkTypes = Field['allowed_types']

interface LinkGraphDialogProps {
  readonly artifact: OpenArtifact
  readonly ends: LinkEnds
  readonly types: LinkTypes
  readonly onClose: () => void
}

/** Draws what is linked with an artifact, over two levels and in both directions. */
export function LinkGraphDialog({ artifact, ends, types, onClose }: LinkGraphDialogProps): ReactNode {
  const graph = useQuery<LoadedLinkGraph, Failure>({
    queryKey: ['link graph', artifact.id, ends.links, ends.reverse_links],
    queryFn: ({ signal }) => readLinkGraph(artifact.id, ends, signal),
  })
  return (
    <Dialog title={words.title(artifact.xref)} isWide isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <div className={styles.content}>
        <Loaded from={graph} skeleton={<Skeleton shape="lines" rows={6} />}>
          {(data) => <DrawnLinks graph={data} start={artifact} types={types} onClose={onClose} />}
        </Loaded>
      </div>
    </Dialog>
  )
}

type ShownArtifact = Pick<ArtifactRepresentation, 'id' | 'title' | 'full_status' | 'is_open'> & {
  readonly tracker: Pick<ArtifactRepresentation['tracker'], 'label' | 'color_name'>
}

interface DrawnLinksProps extends Pick<LinkGraphDialogProps, 'types' | 'onClose'> {
  readonly graph: LoadedLinkGraph
  readonly start: OpenArtifact
}

function DrawnLinks({ graph, start, types, onClose }: DrawnLinksProps): ReactNode {
  const { artifacts, hiddenCount } = graph
  const find = (id: number): ShownArtifact | undefined => (id === start.id ? start : artifacts.get(id))
  const name = (id: number): string => [`#${id}`, find(id)?.title ?? ''].join(' ').trimEnd()
  const nodes = useMemo(() => graph.nodes.map(({ id, layer }) => ({ id: String(id), layer })), [graph])
  const edges = useMemo(() => listEdges(graph, types), [graph, types])
  const counts = new Map(graph.nodes.map((node) => [node.id, node.hiddenCount]))
  return (
    <>
      <p className={styles.hint}>{words.hint(graph.nodes.length, graph.links.length)}</p>
      <Graph
        label={words.artifacts}
        nodes={nodes}
        edges={edges}
        shape={shape}
        start={String(start.id)}
        linked={nodes.map(({ id }) => id).filter((id) => id !== String(start.id))}
        renderNode={(node, item) => {
          const id = Number(node)
          const content = <NodeContent id={id} artifact={find(id)} hiddenCount={counts.get(id) ?? 0} />
          return id === start.id ? (
            <div className={joinClasses(styles.artifact, styles.start)} title={name(id)} aria-current="true">
              {content}
            </div>
          ) : (
            <Link {...item} href={`/artifacts/${id}`} className={styles.artifact} title={name(id)}>
              {content}
            </Link>
          )
        }}
      />
      {hiddenCount > 0 && (
        <div className={styles.hidden}>
          <p>{words.more(hiddenCount)}</p>
          <ul>
            {graph.nodes
              .filter((node) => node.hiddenCount > 0)
              .map((node) => (
                <li key={node.id}>
                  {node.id === start.id ? (
                    <Button onPress={onClose}>{words.moreOf(`#${node.id}`, node.hiddenCount)}</Button>
                  ) : (
                    <Link href={`/artifacts/${node.id}`} title={name(node.id)}>
                      {words.moreOf(`#${node.id}`, node.hiddenCount)}
                    </Link>
                  )}
                </li>
              ))}
          </ul>
        </div>
      )}
      <VisuallyHidden isBlock>
        <ul aria-label={words.links}>
          {graph.links.map(({ from, to, type }) => (
            <li key={`${from} ${to} ${type}`}>{words.link(name(from), name(to), labelType(type, types))}</li>
          ))}
        </ul>
      </VisuallyHidden>
    </>
  )
}

/** Labels are at the ends with fewer arrows, where they have room. */
function listEdges({ links }: LoadedLinkGraph, types: LinkTypes): readonly ShownEdge[] {
  const [sources, targets] = [Map.groupBy(links, ({ from }) => from), Map.groupBy(links, ({ to }) => to)]
  return links.map(({ from, to, type }) => ({
    id: `${from} ${to} ${type}`,
    from: String(from),
    to: String(to),
    label: labelType(type, types),
    labelEnd: (targets.get(to)?.length ?? 0) > (sources.get(from)?.length ?? 0) ? 'start' : 'end',
  }))
}

/** What is written at an arrow: our words for built-in types, the labels of the site for its own. */
function labelType(type: string, types: LinkTypes): string {
  const builtIn = words.types[type as keyof typeof words.types]
  return builtIn ?? types?.find(({ shortname }) => shortname === type)?.forward_label ?? type
}

interface NodeContentProps {
  readonly id: number
  readonly artifact: ShownArtifact | undefined
  readonly hiddenCount: number
}

const NodeContent = ({ id, artifact, hiddenCount }: NodeContentProps): ReactNode => {
  const status = artifact?.full_status
  return (
    <>
      <span className={styles.line}>
        {status ? (
          <StatusMark stage={artifact?.is_open ? 'early' : 'done'} color={status.color} />
        ) : (
          <ColorMark color={artifact?.tracker.color_name ?? null} />
        )}
        <span className={styles.number}>#{id}</span>
        <span className={styles.status}>{status?.value ?? artifact?.tracker.label}</span>
        {hiddenCount > 0 && <span className={styles.count}>+{hiddenCount}</span>}
      </span>
      <span className={styles.title}>{artifact?.title ?? artifact?.tracker.label}</span>
    </>
  )
}
