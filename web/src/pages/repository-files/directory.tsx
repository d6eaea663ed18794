import type { ReactNode } from 'react'
import type { DirectoryRepresentation } from '../../../../src/subversion/representations/directory-entry.ts'
import type { RepositoryRepresentation } from '../../../../src/subversion/representations/repository.ts'
import { formatBytes } from '../../data/format-bytes.ts'
import { DateTime } from '../../design/date-time.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Icon } from '../../design/icon.tsx'
import { Link } from '../../design/link.tsx'
import { Pager } from '../../design/pager.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import { CommitAuthor } from '../../frame/commit-author.tsx'
import type { RepositoryUrls } from '../../frame/repository-urls.ts'
import { texts } from '../../texts/texts.ts'
import styles from './repository-files-page.module.css'

const words = texts.repository

interface DirectoryProps {
  readonly repository: RepositoryRepresentation
  readonly places: RepositoryUrls
  readonly directory: DirectoryRepresentation
  /** Revision from the URL. */
  readonly rev: number | undefined
  readonly offset: number
  readonly limit: number
  readonly total: number
  readonly isStale: boolean
}

/** Directories, then files, each with the commit that changed it last. */
export function Directory({ places, directory, rev, offset, limit, total, isStale }: DirectoryProps): ReactNode {
  if (total === 0) {
    return directory.revision === 0 ? (
      <EmptyState title={words.unused}>{words.unusedText}</EmptyState>
    ) : (
      <EmptyState title={words.empty} />
    )
  }
  return (
    <>
      <Table
        label={words.content}
        columns={columnsOf(places, rev)}
        rows={directory.entries}
        keyOf={({ name }) => name}
        total={total}
        isStale={isStale}
      />
      <Pager {...{ offset, limit, total }} hrefAt={(to) => places.files({ path: directory.path, rev }, to)} />
    </>
  )
}

type Entry = DirectoryRepresentation['entries'][number]

const columnsOf = (places: RepositoryUrls, rev: number | undefined): readonly Column<Entry>[] => [
  {
    key: 'name',
    title: words.name,
    isRowHead: true,
    cell: ({ name, path, kind }) => (
      <Link className={styles.name} href={places.files({ path, rev })}>
        <Icon name={kind === 'directory' ? 'folder' : 'file'} />
        <VisuallyHidden>{kind === 'directory' ? words.directory : words.file} </VisuallyHidden>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  {
    key: 'size',
    title: words.size,
    align: 'end',
    isNarrow: true,
    isWideOnly: true,
    cell: ({ size }) => size !== null && formatBytes(size),
  },
  {
    key: 'commit',
    title: words.lastCommit,
    isNarrow: true,
    cell: ({ last_commit: { revision } }) => (
      <Link className={styles.commit} href={places.commit(revision)}>
        r{revision}
      </Link>
    ),
  },
  {
    key: 'author',
    title: words.author,
    isNarrow: true,
    isWideOnly: true,
    cell: ({ last_commit }) => <CommitAuthor commit={last_commit} />,
  },
  {
    key: 'date',
    title: words.date,
    isNarrow: true,
    cell: ({ last_commit: { date } }) => (date === null ? words.undated : <DateTime at={date} />),
  },
]
