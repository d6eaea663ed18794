import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { ArtifactRepresentation } from '../../../../../src/artifacts/representations/artifact.ts'
import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import { StatusMark, stageOfPlace } from '../../../artifact/status-mark.tsx'
import { type PageResult, readPage } from '../../../data/client.ts'
import { useChanges } from '../../../data/live.ts'
import { buildQueryKey, queryCache } from '../../../data/queries.ts'
import { ColorMark } from '../../../design/badge.tsx'
import { VisuallyHidden } from '../../../design/visually-hidden.tsx'
import styles from '../artifact-grid.module.css'
import { type GridColumn, StatusName, summarizeColumns, type TrackerColumn } from '../columns.tsx'
import { type ChildList, type ChildLists, childrenPath } from './place-children.ts'
import type { ChildContent } from './use-child-rows.tsx'

interface OpenChildrenProps {
  readonly tracker: TrackerRepresentation
  /** The artifacts whose children are shown. */
  readonly ids: readonly number[]
  /** How many pages of children are shown, where it is more than one. */
  readonly pages: Readonly<Record<number, number>>
  readonly fieldNames: readonly string[]
  readonly columns: readonly GridColumn[]
  readonly chosenColumns: readonly TrackerColumn[]
  readonly onContent: (content: ChildContent) => void
}

type ChildPage = PageResult<{ readonly collection: readonly ArtifactRepresentation[] }>

/** As many as one request for linked artifacts returns. */
const pageSize = 50
/** Changes that follow one another are read together. */
const collectMs = 300

/** Loads the children of artifacts, and again when something changes; it renders nothing itself. */
export function OpenChildren(props: OpenChildrenProps): ReactNode {
  const { tracker, ids, pages, fieldNames, columns, chosenColumns, onContent } = props
  const wanted = ids.flatMap((id) => Array.from({ length: pages[id] ?? 1 }, (_, page) => ({ id, page })))
  const names = fieldNames.join()
  const key = ids.map((id) => `${id} ${pages[id] ?? 1}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has what is wanted
  const combine = useCallback(
    (results: readonly UseQueryResult<ChildPage>[]): ChildLists => joinPages(wanted, results),
    [key],
  )
  const lists = useQueries({
    queries: wanted.map(({ id, page }) => {
      const query = {
        direction: 'forward',
        nature: '_is_child',
        limit: pageSize,
        offset: page * pageSize,
        fields: names === '' ? undefined : names,
        include: 'children',
      }
      return {
        queryKey: buildQueryKey(childrenPath(id), query),
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          readPage<ChildPage['body']>(childrenPath(id), query, signal),
      }
    }),
    combine,
  })
  const otherColumns = useMemo(
    () => createOtherColumns(columns, chosenColumns, tracker),
    [columns, chosenColumns, tracker],
  )
  useLayoutEffect(() => onContent({ lists, otherColumns }), [lists, otherColumns, onContent])
  useRenewal(tracker.project.id, ids, lists)
  return null
}

/** Reads children again that were changed elsewhere, or here. */
function useRenewal(project: number, ids: readonly number[], lists: ChildLists): void {
  const shown = useRef(new Map<number, readonly number[]>())
  shown.current = new Map(ids.map((id) => [id, (lists[id]?.items ?? []).map((item) => item.id)]))
  const outdated = useRef(new Set<number>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const renew = (): void => {
    for (const id of outdated.current) void queryCache.invalidateQueries({ queryKey: buildQueryKey(childrenPath(id)) })
    outdated.current.clear()
  }
  useChanges(project, (change) => {
    for (const [id, children] of shown.current) {
      const isConcerned =
        change === 'unknown' ||
        (change.kind !== 'ranked' && (change.artifact.id === id || children.includes(change.artifact.id)))
      if (isConcerned) outdated.current.add(id)
    }
    if (outdated.current.size === 0) return
    clearTimeout(timer.current)
    timer.current = setTimeout(renew, collectMs)
  })
}

function joinPages(
  wanted: readonly { readonly id: number }[],
  results: readonly UseQueryResult<ChildPage>[],
): ChildLists {
  const lists: Record<number, ChildList> = {}
  for (const [n, { id }] of wanted.entries()) {
    const result = results[n]
    const list = lists[id] ?? { items: [], total: 0, isLoading: false }
    const { data, error, isFetching = false } = result ?? {}
    lists[id] = {
      items: [...list.items, ...(data?.body.collection ?? [])],
      total: data?.total ?? list.total,
      isLoading: list.isLoading || (data === undefined && isFetching),
      ...(list.problem !== undefined && { problem: list.problem }),
      ...(data === undefined && error != null && !isFetching && { problem: error.message }),
    }
  }
  return lists
}

/**
 * The columns for artifacts of other trackers: members of all artifacts, and values of fields of the same name and type,
 * which have the same label in most trackers.
 */
function createOtherColumns(
  columns: readonly GridColumn[],
  chosenColumns: readonly TrackerColumn[],
  { fields }: TrackerRepresentation,
): readonly GridColumn[] {
  const adapt = (artifact: ArtifactRepresentation, column: TrackerColumn): ArtifactRepresentation => {
    const field = fields.find(({ field_id }) => field_id === column.field)
    const entry = artifact.values?.find(({ label, type }) => label === field?.label && type === field.type)
    return {
      ...artifact,
      values: entry === undefined || field === undefined ? [] : [{ ...entry, field_id: field.field_id }],
    }
  }
  const hasNumbers = chosenColumns.some(({ kind }) => kind === 'id')
  const toOther = <Column extends TrackerColumn>(column: Column): Column => {
    if (column.kind === 'id')
      return {
        ...column,
        cell: renderNumber,
        fact: renderReference,
      }
    if (column.mark !== undefined)
      return {
        ...column,
        cell: ({ full_status: status, is_open: isOpen }) =>
          status && <StatusName status={status} stage={stageOfPlace(isOpen, null)} />,
        mark: ({ full_status: status, is_open: isOpen }) =>
          status && <StatusMark stage={stageOfPlace(isOpen, null)} color={status.color} />,
      }
    if (column.kind === 'title' && !hasNumbers)
      return {
        ...column,
        cell: (artifact, isCompact) => (
          <>
            {renderReference(artifact)} {column.cell(artifact, isCompact)}
          </>
        ),
      }
    if (column.field === null) return column
    const { fact } = column
    return {
      ...column,
      cell: (artifact, isCompact) => column.cell(adapt(artifact, column), isCompact),
      ...(fact && { fact: (artifact) => fact(adapt(artifact, column)) }),
    }
  }
  const [first] = columns
  if (first?.name !== '@summary') return columns.map(toOther)
  return [{ ...first, ...summarizeColumns(chosenColumns.map(toOther)) }]
}

/** The column has room for the number only; screen readers and the hint have the whole reference. */
const renderNumber = ({ id, xref, tracker }: ArtifactRepresentation): ReactNode => (
  <span className={styles.reference}>
    <ColorMark color={tracker.color_name} /> <VisuallyHidden>{xref.slice(0, -`${id}`.length)}</VisuallyHidden>
    {id}
  </span>
)

const renderReference = ({ xref, tracker }: ArtifactRepresentation): ReactNode => (
  <span style={{ flex: 'none', paddingInlineEnd: '0.5rem' }}>
    <ColorMark color={tracker.color_name} /> {xref}
  </span>
)
