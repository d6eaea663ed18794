import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { UserRepresentation } from '../../../../src/accounts/representations/user.ts'
import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import type { UserGroupRepresentation } from '../../../../src/projects/representations/user-group.ts'
import { sendChange } from '../../data/client.ts'
import { useOffset, withQuery } from '../../data/page-offset.ts'
import { buildQueryKey, queryCache, useChange, useList, useResource } from '../../data/queries.ts'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { TextField } from '../../design/field.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Pager } from '../../design/pager.tsx'
import { Section } from '../../design/section.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { showToast } from '../../design/toast.tsx'
import { UserBadge } from '../../design/user-badge.tsx'
import styles from '../../frame/administration.module.css'
import { NotFound } from '../../frame/not-found.tsx'
import { PersonForm } from '../../frame/person-form.tsx'
import { ProjectAdminFrame } from '../../frame/project-admin-frame.tsx'
import { QueryResult } from '../../frame/query-result.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import { getUserName } from '../../user-name.ts'

const words = texts.projectAdmin.groups
const limit = 50

/** One group: its name and members. */
export function ProjectAdminGroupPage({ params }: PageProps): ReactNode {
  const shortname = params['shortname'] ?? ''
  const group = useResource<UserGroupRepresentation>(`/user_groups/${params['group']}`)
  const isStatic = /^\d+$/.test(params['group'] ?? '')
  return (
    <QueryResult from={group}>
      {(data) =>
        isStatic && data.project?.shortname === shortname ? (
          <ProjectAdminFrame
            shortname={shortname}
            title={data.label}
            intro={words.intro}
            path={[{ title: words.title, href: `/projects/${shortname}/admin/groups` }]}
          >
            {(project) => <Group project={project} group={data} />}
          </ProjectAdminFrame>
        ) : (
          <NotFound />
        )
      }
    </QueryResult>
  )
}

interface GroupProps {
  readonly project: ProjectRepresentation
  readonly group: UserGroupRepresentation
}

function Group({ project, group }: GroupProps): ReactNode {
  const [, navigate] = useLocation()
  const path = `/user_groups/${group.id}`
  const list = `/projects/${project.id}/user_groups`
  const rename = useChange((short_name: string) => sendChange('PATCH', path, { short_name }), [path, list])
  return (
    <div className={styles.page}>
      <Section title={words.members}>
        <Add path={path} />
        <Members path={path} href={`/projects/${project.shortname}/admin/groups/${group.id}`} />
      </Section>
      <Section title={words.group}>
        <div className={styles.line}>
          <Form
            label={words.rename}
            about="short_name"
            onSend={async (values) => {
              await rename.mutateAsync(values.text('short_name').trim())
              showToast(words.renamed)
            }}
          >
            <TextField
              name="short_name"
              label={words.name}
              defaultValue={group.short_name}
              isRequired
              autoComplete="off"
            />
            <FormActions>
              <Button type="submit">{words.rename}</Button>
            </FormActions>
          </Form>
        </div>
        <div className={styles.aside}>
          <p>{words.removeHint}</p>
          <Confirm
            trigger={<Button kind="danger">{words.remove}</Button>}
            title={words.deleteTitle(group.label)}
            action={words.remove}
            onConfirm={async () => {
              await sendChange('DELETE', path)
              await queryCache.invalidateQueries({ queryKey: buildQueryKey(list) })
              showToast(words.deleted(group.label))
              navigate(`/projects/${project.shortname}/admin/groups`, { replace: true })
            }}
          >
            {words.deleteText}
          </Confirm>
        </div>
      </Section>
    </div>
  )
}

function Add({ path }: { readonly path: string }): ReactNode {
  const add = useChange((user_id: number) => sendChange('POST', `${path}/users`, { user_id }), [path])
  return (
    <PersonForm
      label={words.addMember}
      onAdd={async (person) => {
        await add.mutateAsync(person.id)
        showToast(words.added(getUserName(person)))
      }}
    />
  )
}

function Members({ path, href }: { readonly path: string; readonly href: string }): ReactNode {
  const offset = useOffset()
  const members = useList<UserRepresentation>(`${path}/users`, { limit, offset })
  const remove = useChange((id: number | null) => sendChange('DELETE', `${path}/users/${id}`), [path])
  const columns: readonly Column<UserRepresentation>[] = [
    {
      key: 'name',
      title: texts.projectAdmin.members.name,
      isRowHead: true,
      cell: (user) => <UserBadge user={user} isLinked />,
    },
    { key: 'login', title: texts.projectAdmin.members.login, cell: ({ username }) => username },
    {
      key: 'actions',
      title: texts.projectAdmin.members.actions,
      isTitleHidden: true,
      isNarrow: true,
      cell: (user) => {
        const name = getUserName(user)
        return (
          <div className={styles.rowActions}>
            <Confirm
              trigger={
                <Button kind="quiet" label={texts.projectAdmin.members.removeOf(name)}>
                  {texts.projectAdmin.members.remove}
                </Button>
              }
              title={words.removeTitle(name)}
              action={texts.projectAdmin.members.remove}
              onConfirm={async () => {
                await remove.mutateAsync(user.id)
                showToast(words.removed(name))
              }}
            >
              {words.removeText}
            </Confirm>
          </div>
        )
      },
    },
  ]
  return (
    <Loaded from={members} skeleton={<Skeleton shape="rows" />}>
      {({ items, total }) =>
        items.length === 0 ? (
          <EmptyState icon="users" title={words.noMembers} />
        ) : (
          <>
            <Table
              isStacked
              label={words.people}
              columns={columns}
              rows={items}
              keyOf={({ id }) => id ?? 0}
              total={total}
            />
            <Pager {...{ offset, limit, total }} hrefAt={(to) => withQuery(href, { offset: to })} />
          </>
        )
      }
    </Loaded>
  )
}
