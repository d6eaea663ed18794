import type { ReactNode } from 'react'
import type { DeletedRepositoryRepresentation } from '../../../../src/subversion/representations/deleted-repository.ts'
import { sendChange } from '../../data/client.ts'
import { useChange } from '../../data/queries.ts'
import { Button } from '../../design/button.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { Section } from '../../design/section.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { type Column, Table } from '../../design/table.tsx'
import styles from '../../frame/administration.module.css'
import { texts } from '../../texts/texts.ts'

const words = texts.svn.deleted

interface DeletedRepositoriesProps {
  readonly project: number
  readonly repositories: readonly DeletedRepositoryRepresentation[]
  readonly total: number | undefined
}

/** Deleted repositories that can be restored. */
export function DeletedRepositories({ project, repositories, total }: DeletedRepositoriesProps): ReactNode {
  const lists = [`/projects/${project}/svn`, `/projects/${project}/svn_deleted`]
  const restore = useChange((id: number) => sendChange('POST', `/svn/${id}/restore`), lists)
  const columns: readonly Column<DeletedRepositoryRepresentation>[] = [
    { key: 'name', title: words.name, isRowHead: true, cell: ({ name }) => name },
    { key: 'on', title: words.on, cell: (each) => <DateTime at={each.deleted_on} /> },
    { key: 'until', title: words.until, cell: (each) => <DateTime at={each.purged_on} as="exact" /> },
    {
      key: 'actions',
      title: words.actions,
      isTitleHidden: true,
      isNarrow: true,
      cell: ({ id, name }) => (
        <div className={styles.rowActions}>
          <Button
            kind="quiet"
            label={words.restoreOf(name)}
            isPending={restore.isPending && restore.variables === id}
            onPress={() => void reportFailure(restore.mutateAsync(id), words.restored(name))}
          >
            {words.restore}
          </Button>
        </div>
      ),
    },
  ]
  const others = (total ?? repositories.length) - repositories.length
  return (
    <Section title={words.title} hint={words.hint}>
      <Table isStacked label={words.label} columns={columns} rows={repositories} keyOf={({ id }) => id} total={total} />
      {others > 0 && <p>{words.others(others)}</p>}
    </Section>
  )
}
