import type { ReactNode } from 'react'
import type { ProjectMemberRepresentation } from '../../../../src/projects/representations/project-member.ts'
import { sendChange } from '../../data/client.ts'
import { findUser } from '../../data/find-user.ts'
import { useChange, useList, useResource } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Button } from '../../design/button.tsx'
import { Choices, Radio } from '../../design/checkbox.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { TextField } from '../../design/field.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Section } from '../../design/section.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { showToast } from '../../design/toast.tsx'
import { UserBadge } from '../../design/user-badge.tsx'
import styles from '../../frame/administration.module.css'
import { SiteFrame } from '../../frame/site-frame.tsx'
import { texts } from '../../texts/texts.ts'
import { getUserName } from '../../user-name.ts'

const words = texts.site.permissions
const permissions = [
  'user_management',
  'project_management',
  'tracker_administration',
  'read_only_administration',
  'membership_information',
] as const

interface Grant {
  readonly permission: (typeof permissions)[number]
  readonly user_id: number | null
  readonly user_group_id: number | null
  readonly name: string
}

/** Site administrators and delegated permissions. */
export const SitePermissionsPage = (): ReactNode => (
  <SiteFrame title={words.title} intro={words.intro}>
    <div className={styles.page}>
      <Administrators />
      <Delegated />
    </div>
  </SiteFrame>
)

/** docs/api/access.md §4: administrators of the administration project are site administrators. */
const members = '/projects/1/members'

function Administrators(): ReactNode {
  const all = useList<ProjectMemberRepresentation>(members, { limit: 200 })
  const { data: session } = useSession()
  const renews = [members, '/site/users', '/session', '/users/self/membership']
  const add = useChange(async (user: number) => {
    await sendChange('POST', members, { user_id: user })
    await sendChange('PATCH', `${members}/${user}`, { is_administrator: true })
  }, renews)
  const withdraw = useChange((user: number | null) => sendChange('DELETE', `${members}/${user}`), renews)
  const columns: readonly Column<ProjectMemberRepresentation>[] = [
    { key: 'name', title: texts.site.users.name, isRowHead: true, cell: (user) => <UserBadge user={user} /> },
    { key: 'login', title: texts.site.users.login, cell: ({ username }) => username },
    {
      key: 'actions',
      title: words.actions,
      isTitleHidden: true,
      isNarrow: true,
      cell: (user) => {
        const name = getUserName(user)
        if (user.id === session?.user?.id) return null
        return (
          <div className={styles.rowActions}>
            <Confirm
              trigger={
                <Button kind="quiet" label={words.withdrawOf(name)}>
                  {words.withdraw}
                </Button>
              }
              title={words.withdrawTitle(name)}
              action={words.withdraw}
              onConfirm={async () => {
                await withdraw.mutateAsync(user.id)
                showToast(words.withdrawn(name))
              }}
            >
              {words.withdrawText}
            </Confirm>
          </div>
        )
      },
    },
  ]
  return (
    <Section title={words.administrators} hint={words.administratorsHint}>
      <Loaded from={all} skeleton={<Skeleton shape="rows" rows={2} />}>
        {({ items }) => (
          <Table
            isStacked
            label={words.people}
            columns={columns}
            rows={items.filter(({ is_administrator }) => is_administrator)}
            keyOf={({ id }) => id ?? 0}
          />
        )}
      </Loaded>
      <div className={styles.line}>
        <Form
          label={words.addAdministrator}
          isEmptied
          onSend={async (values) => {
            const user = await findUser(values.text('person'))
            await add.mutateAsync(user.id)
            showToast(words.administratorAdded(getUserName(user)))
          }}
        >
          <TextField name="person" label={words.person} isRequired autoComplete="off" />
          <FormActions>
            <Button type="submit" kind="primary">
              {words.addAdministrator}
            </Button>
          </FormActions>
        </Form>
      </div>
    </Section>
  )
}

function Delegated(): ReactNode {
  const path = '/site_permissions'
  const grants = useResource<readonly Grant[]>(path)
  const grant = useChange((body: object) => sendChange('POST', path, body), [path])
  const revoke = useChange(
    ({ permission, user_id, user_group_id }: Grant) =>
      sendChange('DELETE', path, undefined, {
        query: { permission, ...(user_id === null ? { user_group_id: user_group_id ?? 0 } : { user_id }) },
      }),
    [path],
  )
  const columns: readonly Column<Grant>[] = [
    { key: 'permission', title: words.permission, isRowHead: true, cell: (each) => words.names[each.permission].label },
    {
      key: 'holder',
      title: words.holder,
      cell: (each) => (each.user_id === null ? words.group(each.name) : each.name),
    },
    {
      key: 'actions',
      title: words.actions,
      isTitleHidden: true,
      isNarrow: true,
      cell: (each) => {
        const { label } = words.names[each.permission]
        return (
          <div className={styles.rowActions}>
            <Confirm
              trigger={
                <Button kind="quiet" label={words.revokeOf(label, each.name)}>
                  {words.revoke}
                </Button>
              }
              title={words.revokeTitle(label, each.name)}
              action={words.revoke}
              onConfirm={async () => {
                await revoke.mutateAsync(each)
                showToast(words.revoked(each.name))
              }}
            >
              {words.revokeText}
            </Confirm>
          </div>
        )
      },
    },
  ]
  return (
    <Section title={words.delegated} hint={words.delegatedHint}>
      <Loaded from={grants} skeleton={<Skeleton shape="rows" rows={2} />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon="shield" title={words.empty} />
          ) : (
            <Table
              isStacked
              label={words.label}
              columns={columns}
              rows={all}
              keyOf={(each) => `${each.permission} ${each.user_id} ${each.user_group_id}`}
            />
          )
        }
      </Loaded>
      <div className={styles.narrow}>
        <Form
          label={words.grant}
          isEmptied
          onSend={async (values) => {
            const user = await findUser(values.text('person'))
            await grant.mutateAsync({ permission: values.text('permission'), user_id: user.id })
            showToast(words.granted(getUserName(user)))
          }}
        >
          <Choices label={words.permission} name="permission">
            {permissions.map((each, index) => (
              <Radio
                key={each}
                name="permission"
                value={each}
                label={words.names[each].label}
                hint={words.names[each].hint}
                defaultChecked={index === 0}
              />
            ))}
          </Choices>
          <TextField name="person" label={words.person} isRequired autoComplete="off" />
          <FormActions>
            <Button type="submit">{words.grant}</Button>
          </FormActions>
        </Form>
      </div>
    </Section>
  )
}
