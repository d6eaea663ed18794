import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import type { ProjectMemberRepresentation } from '../../../../src/projects/representations/project-member.ts'
import { sendChange } from '../../data/client.ts'
import { Failure } from '../../data/failure.ts'
import { useOffset, withQuery } from '../../data/page-offset.ts'
import { useMemberCount } from '../../data/projects.ts'
import { useChange, useList } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { TextField } from '../../design/field.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Pager } from '../../design/pager.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { Skeleton } from '../../design/skeleton.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { showToast } from '../../design/toast.tsx'
import { UserBadge } from '../../design/user-badge.tsx'
import styles from '../../frame/administration.module.css'
import { PersonForm } from '../../frame/person-form.tsx'
import { ProjectAdminFrame } from '../../frame/project-admin-frame.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import { getUserName } from '../../user-name.ts'

const words = texts.projectAdmin.members
const limit = 50

type Member = ProjectMemberRepresentation

/** Members and administrators of a project. */
export const ProjectAdminMembersPage = ({ params }: PageProps): ReactNode => (
  <ProjectAdminFrame shortname={params['shortname']} title={words.title} intro={words.intro}>
    {(project) => (
      <div className={styles.page}>
        <Add project={project} />
        <Members project={project} />
      </div>
    )}
  </ProjectAdminFrame>
)

function Add({ project }: { readonly project: ProjectRepresentation }): ReactNode {
  const path = `/projects/${project.id}`
  const add = useChange((user_id: number) => sendChange('POST', `${path}/members`, { user_id }), [path])
  return (
    <PersonForm
      label={words.add}
      onAdd={async (person) => {
        await add.mutateAsync(person.id)
        showToast(words.added(getUserName(person)))
      }}
    />
  )
}

function Members({ project }: { readonly project: ProjectRepresentation }): ReactNode {
  const all = useMemberCount(project.id) ?? 0
  const offset = useOffset()
  const query = new URLSearchParams(useSearch()).get('query') ?? ''
  const [, navigate] = useLocation()
  const href = `/projects/${project.shortname}/admin/members`
  const searchText = query === '' ? undefined : query
  const members = useList<Member>(`/projects/${project.id}/members`, { limit, offset, query: searchText })
  return (
    <>
      {(all > 10 || query !== '') && (
        <div className={styles.line}>
          <Form
            key={query}
            label={words.search}
            onSend={async (values) => navigate(withQuery(href, { query: values.text('query').trim() }))}
          >
            <TextField name="query" type="search" label={words.search} defaultValue={query} autoComplete="off" />
            <FormActions>
              <Button type="submit" icon="search">
                {texts.site.users.submit}
              </Button>
            </FormActions>
          </Form>
        </div>
      )}
      <Loaded from={members} skeleton={<Skeleton shape="rows" />}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState icon="users" title={query === '' ? words.empty : words.noneFound(query)} />
          ) : (
            <>
              <Table
                isStacked
                label={words.label}
                columns={columnsOf(project)}
                rows={items}
                keyOf={({ id }) => id ?? 0}
                total={total}
                isStale={members.isPlaceholderData}
              />
              <Pager {...{ offset, limit, total }} hrefAt={(to) => withQuery(href, { query, offset: to })} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

const columnsOf = (project: ProjectRepresentation): readonly Column<Member>[] => [
  { key: 'name', title: words.name, isRowHead: true, cell: (member) => <UserBadge user={member} isLinked /> },
  { key: 'login', title: words.login, cell: ({ username }) => username },
  {
    key: 'role',
    title: words.role,
    cell: ({ is_administrator: leads }) =>
      leads ? (
        <span>
          <Badge kind="accent">{words.administrator}</Badge>
        </span>
      ) : (
        words.member
      ),
  },
  {
    key: 'groups',
    title: words.groups,
    cell: ({ user_groups }) => user_groups.map(({ short_name }) => short_name).join(', ') || texts.states.none,
  },
  {
    key: 'actions',
    title: words.actions,
    isTitleHidden: true,
    isNarrow: true,
    cell: (member) => <Actions project={project} member={member} />,
  },
]

function Actions({ project, member }: { readonly project: ProjectRepresentation; readonly member: Member }): ReactNode {
  const { data: session } = useSession()
  const path = `/projects/${project.id}`
  const of = `${path}/members/${member.id}`
  const name = getUserName(member)
  const renews = [path, '/users/self/membership']
  const nameIds = (thrown: unknown): never => {
    throw thrown instanceof Failure
      ? nameIdsOf(thrown, { [member.id ?? 0]: name, [project.id]: project.label })
      : thrown
  }
  const lead = useChange(
    (is_administrator: boolean) => sendChange('PATCH', of, { is_administrator }).catch(nameIds),
    renews,
  )
  const remove = useChange(() => sendChange('DELETE', of).catch(nameIds), renews)
  const isSelf = session?.user?.id === member.id && !session?.is_site_administrator
  const withdraw = () => lead.mutateAsync(false)
  const withdrawal = (onPress?: () => void) => (
    <Button kind="quiet" label={words.withdrawOf(name)} onPress={onPress}>
      {words.withdraw}
    </Button>
  )
  return (
    <div className={styles.rowActions}>
      {!member.is_administrator && (
        <Button
          kind="quiet"
          label={words.promoteOf(name)}
          onPress={() => void reportFailure(lead.mutateAsync(true), words.promoted(name))}
        >
          {words.promote}
        </Button>
      )}
      {member.is_administrator &&
        (isSelf ? (
          <Confirm trigger={withdrawal()} title={words.withdrawSelfTitle} action={words.withdraw} onConfirm={withdraw}>
            {words.withdrawSelfText}
          </Confirm>
        ) : (
          withdrawal(() => void reportFailure(withdraw(), words.withdrawn(name)))
        ))}
      <Confirm
        trigger={
          <Button kind="quiet" label={words.removeOf(name)}>
            {words.remove}
          </Button>
        }
        title={words.removeTitle(name)}
        action={words.remove}
        onConfirm={async () => {
          await remove.mutateAsync(undefined)
          showToast(words.removed(name))
        }}
      >
        {words.removeText}
      </Confirm>
    </div>
  )
}

/** Refusals of the API have the numbers of the user and of the project, which the page shows nowhere. */
const nameIdsOf = (failure: Failure, names: Readonly<Record<number, string>>): Failure =>
  new Failure(
    failure.message.replace(/(?:#|n°\s)(\d+)/g, (whole, id: string) => names[Number(id)] ?? whole),
    failure.status,
    failure,
  )
