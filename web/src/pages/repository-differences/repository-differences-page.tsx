import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { DifferencesRepresentation } from '../../../../src/subversion/representations/difference.ts'
import { useOffset } from '../../data/page-offset.ts'
import { usePage } from '../../data/queries.ts'
import { Button } from '../../design/button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { TextField } from '../../design/field.tsx'
import { Form } from '../../design/form.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Pager } from '../../design/pager.tsx'
import { Section } from '../../design/section.tsx'
import { Differences } from '../../frame/differences.tsx'
import { QueryResult } from '../../frame/query-result.tsx'
import {
  buildPathBreadcrumbs,
  buildRepositoryBreadcrumbs,
  type OpenedRepository,
  RepositoryFrame,
} from '../../frame/repository-frame.tsx'
import { getFileName, parsePathParameter, parseRevisionParameter } from '../../frame/repository-urls.ts'
import { usePageFocusAt } from '../../frame/use-page-focus.ts'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import styles from './repository-differences-page.module.css'

const words = texts.repository
const limit = 20

interface Comparison {
  readonly path: string
  /** undefined: the one before `to` */
  readonly from: number | undefined
  /** undefined: the newest */
  readonly to: number | undefined
}

/** Differences at and below a path (`?path=`) between two revisions (`?from=&to=`). */
export function RepositoryDifferencesPage({ params }: PageProps): ReactNode {
  const search = new URLSearchParams(useSearch())
  const comparison = {
    path: parsePathParameter(search),
    from: parseRevisionParameter(search, 'from'),
    to: parseRevisionParameter(search, 'to'),
  }
  const place = `${comparison.from ?? ''}:${comparison.to ?? ''} ${comparison.path}`
  usePageFocusAt(`${place} ${useOffset()}`)
  return (
    <RepositoryFrame params={params}>
      {(into) => <DifferenceList key={place} into={into} comparison={comparison} />}
    </RepositoryFrame>
  )
}

function DifferenceList({
  into,
  comparison,
}: {
  readonly into: OpenedRepository
  readonly comparison: Comparison
}): ReactNode {
  const offset = useOffset()
  const { repository, places } = into
  const { path } = comparison
  const diff = usePage<DifferencesRepresentation>(`/svn/${repository.id}/diff`, { ...comparison, limit, offset })
  return (
    <QueryResult from={diff}>
      {({ body, total = 0 }) => (
        <>
          <PageHead
            title={words.differencesOf(path === '/' ? repository.name : getFileName(path))}
            path={path === '/' ? buildRepositoryBreadcrumbs(into) : buildPathBreadcrumbs(into, path, body.to)}
          >
            {words.between(body.from, body.to)}
          </PageHead>
          <div className={styles.page}>
            <Revisions into={into} path={path} from={body.from} to={body.to} />
            {total === 0 ? (
              <EmptyState icon="check" title={words.nothingDiffers}>
                {words.nothingDiffersText}
              </EmptyState>
            ) : (
              <Section title={words.total(total)}>
                <Differences of={body} places={places} />
                <Pager
                  {...{ offset, limit, total }}
                  hrefAt={(at) => places.differences(path, comparison.from, comparison.to, at)}
                />
              </Section>
            )}
          </div>
        </>
      )}
    </QueryResult>
  )
}

interface RevisionsProps {
  readonly into: OpenedRepository
  readonly path: string
  readonly from: number
  readonly to: number
}

function Revisions({ into, path, from, to }: RevisionsProps): ReactNode {
  const [, navigate] = useLocation()
  return (
    <Form
      isLeftFreely
      label={words.compareRevisions}
      onSend={async ({ text }) => navigate(into.places.differences(path, Number(text('from')), Number(text('to'))))}
    >
      <div className={styles.revisions}>
        <TextField name="from" label={words.from} type="number" defaultValue={String(from)} isRequired />
        <TextField name="to" label={words.to} type="number" defaultValue={String(to)} isRequired />
        <Button type="submit">{words.compare}</Button>
      </div>
    </Form>
  )
}
