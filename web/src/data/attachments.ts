import type { HistoryEntry } from './history.ts'
import { useAfterFirstView } from './live.ts'
import { useList } from './queries.ts'

/** The changes that attached the files of a field, by file, as far as they are among its latest fifty changes. */
export function useAttachments(artifact: number | null, field: number | null): ReadonlyMap<number, HistoryEntry> {
  const query = { limit: 50, order: 'desc', values: 'changed', field_id: field ?? undefined }
  const { data } = useList<HistoryEntry>(`/artifacts/${artifact}/changesets`, query, {
    isWanted: useAfterFirstView() && artifact !== null && field !== null,
  })
  return new Map(
    data?.items.flatMap((entry) =>
      (entry.changes ?? []).flatMap(({ before, after }) => {
        const earlier = new Set(listFiles(before))
        return listFiles(after).flatMap((file) => (earlier.has(file) ? [] : [[file, entry] as const]))
      }),
    ),
  )
}

const listFiles = (entry: object | null): readonly number[] =>
  entry !== null && 'file_descriptions' in entry
    ? (entry.file_descriptions as readonly { readonly id: number }[]).map(({ id }) => id)
    : []
