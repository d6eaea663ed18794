import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import type { VisibleCommitRepresentation } from '../../../../src/subversion/representations/visible-commit.ts'
import { sendChange } from '../../data/client.ts'
import { Failure } from '../../data/failure.ts'
import { buildQueryKey, queryCache } from '../../data/queries.ts'
import { isAbsent as isAnswerOfNone } from '../../data/svn.ts'
import { Button } from '../../design/button.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { Dialog, DialogActions } from '../../design/dialog.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { TextField } from '../../design/field.tsx'
import { Form } from '../../design/form.tsx'
import { Link } from '../../design/link.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Section } from '../../design/section.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { UserBadge } from '../../design/user-badge.tsx'
import styles from '../../frame/administration.module.css'
import { svnRepositoryTexts } from '../../texts/part-texts/svn-repository-texts.ts'
import { texts } from '../../texts/texts.ts'
import type { RepositoryAdministration } from './repository-administration.ts'
import own from './repository-settings.module.css'
import { useLastCommits } from './use-last-commits.ts'

const words = svnRepositoryTexts.repository

/** URL, last commits, and deletion of the repository. */
export function Overview(administered: RepositoryAdministration): ReactNode {
  const { repository, isAbsent } = administered
  const command = `svn checkout ${repository.svn_url}`
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{words.address}</dt>
          <dd>
            <code>{repository.svn_url}</code>
            <CopyButton kind="quiet" text={repository.svn_url} label={texts.svn.list.copy} />
          </dd>
        </div>
        <div>
          <dt>{words.command}</dt>
          <dd>
            <code>{command}</code>
            <CopyButton kind="quiet" text={command} label={words.copyCommand} />
          </dd>
        </div>
      </dl>
      <LastCommits {...administered} />
      {!isAbsent && <Removal {...administered} />}
    </>
  )
}

function LastCommits({ project, repository }: RepositoryAdministration): ReactNode {
  const commits = useLastCommits(repository.id)
  const browser = `/projects/${project.shortname}/svn/${repository.name}`
  const columns: readonly Column<VisibleCommitRepresentation>[] = [
    { key: 'message', title: words.message, isRowHead: true, cell: ({ message }) => firstLine(message) },
    {
      key: 'revision',
      title: words.revision,
      isNarrow: true,
      cell: ({ revision }) => <Link href={`${browser}/commits/${revision}`}>{`r${revision}`}</Link>,
    },
    {
      key: 'author',
      title: words.author,
      cell: ({ author, author_name: name }) =>
        author === null ? (name ?? words.unknownAuthor) : <UserBadge user={author} />,
    },
    { key: 'date', title: words.date, cell: ({ date }) => (date === null ? '' : <DateTime at={date} />) },
  ]
  // The notice about missing Subversion is shown above.
  if (isAnswerOfNone(commits.error)) return null
  return (
    <Section title={words.commits}>
      <Loaded from={commits} skeleton={<Skeleton shape="rows" rows={3} />}>
        {({ items, total }) => {
          // The first revision of all is empty.
          const realCommits = items.filter(({ revision }) => revision > 0)
          return realCommits.length === 0 ? (
            <EmptyState icon="branch" title={words.noCommits}>
              {words.noCommitsText}
            </EmptyState>
          ) : (
            <Table
              isStacked
              label={words.commitsLabel}
              columns={columns}
              rows={realCommits}
              keyOf={({ revision }) => revision}
              total={total}
            />
          )
        }}
      </Loaded>
    </Section>
  )
}

const firstLine = (message: string | null): ReactNode => {
  const line = message?.trim().split('\n')[0] ?? ''
  return line === '' ? <span className={own.faint}>{words.noMessage}</span> : line
}

/** Its name has to be typed: commits that were not checked out anywhere are gone once the dump is. */
function Removal({ project, repository }: RepositoryAdministration): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const [, navigate] = useLocation()
  const remove = async (): Promise<void> => {
    await sendChange('DELETE', `/svn/${repository.id}`)
    await queryCache.invalidateQueries({ queryKey: buildQueryKey(`/projects/${project.id}`) })
    setOpen(false)
    navigate(`/projects/${project.shortname}/admin/svn?deleting=${repository.id}`, { replace: true })
  }
  return (
    <Section title={words.remove}>
      <div className={styles.aside}>
        <p>{words.removeHint}</p>
        <Dialog
          title={words.removeTitle(repository.name)}
          trigger={<Button kind="danger">{words.remove}</Button>}
          isOpen={isOpen}
          onOpenChange={setOpen}
        >
          <p>{words.removeText}</p>
          <Form
            onSend={async (values) => {
              if (values.text('name').trim() !== repository.name)
                throw new Failure(words.removeWrong(repository.name), 400, { field: 'name' })
              await remove()
            }}
          >
            <TextField name="name" label={words.removeType} isCode isRequired autoComplete="off" autoFocus />
            <DialogActions>
              <Button onPress={() => setOpen(false)}>{texts.states.cancel}</Button>
              <Button type="submit" kind="danger">
                {words.remove}
              </Button>
            </DialogActions>
          </Form>
        </Dialog>
      </div>
    </Section>
  )
}
