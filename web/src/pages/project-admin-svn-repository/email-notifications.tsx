import { type ReactNode, useState } from 'react'
import type { MailSettingsRepresentation } from '../../../../src/subversion/representations/mail-settings.ts'
import { sendChange } from '../../data/client.ts'
import { useChange, useResource } from '../../data/queries.ts'
import type { AdministeredRepository } from '../../data/svn.ts'
import { buildNotificationEdit, type Edit, type NotificationInput } from '../../data/svn-settings.ts'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { TextField } from '../../design/field.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Section } from '../../design/section.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { showToast } from '../../design/toast.tsx'
import { UserBadge } from '../../design/user-badge.tsx'
import styles from '../../frame/administration.module.css'
import { svnRepositoryTexts } from '../../texts/part-texts/svn-repository-texts.ts'
import { NotificationForm } from './notification-form.tsx'
import type { RepositoryAdministration } from './repository-administration.ts'
import own from './repository-settings.module.css'
import { useEditing } from './use-editing.tsx'

const words = svnRepositoryTexts.mails

type Settings = AdministeredRepository['settings']
type Notification = Settings['email_notifications'][number]

/** Who hears of commits by e-mail. */
export const EmailNotifications = (administered: RepositoryAdministration): ReactNode => (
  <>
    <Notifications {...administered} />
    <SubjectHeader {...administered} />
  </>
)

/** `null`: a new one. */
type EditedNotification = Notification | null

function Notifications({ project, repository, isAbsent }: RepositoryAdministration): ReactNode {
  const [edited, setEdited] = useState<EditedNotification | undefined>(undefined)
  const { base, save, adopt, question } = useEditing(repository, (settings) => <InWords settings={settings} />, {
    onTheirs: () => setEdited(undefined),
  })
  // Without an open form the list shows the last response.
  const notifications = (edited === undefined ? repository.settings : base).email_notifications
  const begin = (notification: EditedNotification): void => {
    adopt(repository.settings)
    setEdited(notification)
  }
  const send = async (from: string | null, to: NotificationInput | null): Promise<boolean> => {
    const edit: Edit = buildNotificationEdit(from, to)
    return (await save(edit)) !== undefined
  }
  return (
    <Section
      title={words.title}
      hint={words.hint}
      actions={
        !isAbsent && (
          <Button icon="plus" onPress={() => begin(null)}>
            {words.add}
          </Button>
        )
      }
    >
      {question}
      {edited !== undefined && (
        <Dialog
          title={edited === null ? words.add : words.editOf(edited.path)}
          isOpen
          onOpenChange={(isOpen) => !isOpen && setEdited(undefined)}
        >
          <NotificationForm
            project={project.id}
            notification={edited}
            others={base.email_notifications.filter(({ path }) => path !== edited?.path).map(({ path }) => path)}
            onSend={async (input) => {
              if (!(await send(edited?.path ?? null, input))) return
              setEdited(undefined)
              showToast(words.saved)
            }}
          />
        </Dialog>
      )}
      {notifications.length === 0 ? (
        <EmptyState icon="branch" title={words.empty} />
      ) : (
        <ul className={styles.list} aria-label={words.label}>
          {notifications.map((notification) => (
            <li key={notification.path} className={styles.card}>
              <div className={styles.head}>
                <h3 className={own.url}>{notification.path}</h3>
                {!isAbsent && (
                  <div className={styles.actions}>
                    <Button label={words.editOf(notification.path)} onPress={() => begin(notification)}>
                      {words.edit}
                    </Button>
                    <Confirm
                      trigger={
                        <Button kind="danger" label={words.removeOf(notification.path)}>
                          {words.remove}
                        </Button>
                      }
                      title={words.removeTitle(notification.path)}
                      action={words.remove}
                      onConfirm={async () => {
                        if (await send(notification.path, null)) showToast(words.removed)
                      }}
                    >
                      {words.removeText}
                    </Confirm>
                  </div>
                )}
              </div>
              <Recipients notification={notification} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const Recipients = ({ notification }: { readonly notification: Notification }): ReactNode => {
  const { emails, users, user_groups: groups } = notification
  return (
    <dl className={styles.facts}>
      {emails.length > 0 && (
        <div>
          <dt>{words.emails}</dt>
          <dd>{emails.join(', ')}</dd>
        </div>
      )}
      {users.length > 0 && (
        <div>
          <dt>{words.people}</dt>
          <dd>
            {users.map((user) => (
              <UserBadge key={user.id} user={user} />
            ))}
          </dd>
        </div>
      )}
      {groups.length > 0 && (
        <div>
          <dt>{words.groups}</dt>
          <dd>{groups.map(({ label }) => label).join(', ')}</dd>
        </div>
      )}
    </dl>
  )
}

const InWords = ({ settings }: { readonly settings: Settings }): ReactNode => (
  <ul className={styles.list}>
    {settings.email_notifications.map((notification) => (
      <li key={notification.path}>
        <h3 className={own.url}>{notification.path}</h3>
        <Recipients notification={notification} />
      </li>
    ))}
  </ul>
)

function SubjectHeader({ repository, isAbsent }: RepositoryAdministration): ReactNode {
  const path = `/svn/${repository.id}/mail_settings`
  const settings = useResource<MailSettingsRepresentation>(path)
  const save = useChange((subject_header: string) => sendChange('PUT', path, { subject_header }), [path])
  return (
    <Section title={words.subject}>
      <Loaded from={settings} skeleton={<Skeleton shape="lines" rows={2} />}>
        {({ subject_header: header }) => (
          <div className={styles.line}>
            <Form
              label={words.subject}
              onSend={async (values) => {
                await save.mutateAsync(values.text('subject_header').trim())
                showToast(words.headerSaved)
              }}
            >
              <TextField
                name="subject_header"
                label={words.header}
                hint={words.headerHint}
                defaultValue={header}
                maxLength={64}
                autoComplete="off"
              />
              <FormActions>
                <Button type="submit" isDisabled={isAbsent}>
                  {words.saveHeader}
                </Button>
              </FormActions>
            </Form>
          </div>
        )}
      </Loaded>
    </Section>
  )
}
