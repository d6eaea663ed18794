import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { sendChange } from '../../data/client.ts'
import { buildQueryKey, queryCache } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Button, LinkButton } from '../../design/button.tsx'
import { Choices, Radio } from '../../design/checkbox.tsx'
import { TextField } from '../../design/field.tsx'
import { Form, FormActions, type FormValues } from '../../design/form.tsx'
import { Secret } from '../../design/secret.tsx'
import styles from '../../frame/administration.module.css'
import { SiteFrame } from '../../frame/site-frame.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.site.newUser
const labels = texts.site.users

/** Makes an account; its link to a password is shown once. */
export function SiteNewUserPage(): ReactNode {
  const { data: session } = useSession()
  const [, navigate] = useLocation()
  const [createdUser, setCreatedUser] = useState<{
    readonly id: number
    readonly name: string
    readonly link: string
  } | null>(null)
  const make = async (values: FormValues): Promise<void> => {
    const { id } = await sendChange<{ id: number }>('POST', '/users', {
      username: values.text('username').trim(),
      real_name: values.text('real_name').trim(),
      email: values.text('email').trim(),
      status: values.text('status') || 'A',
    })
    await queryCache.invalidateQueries({ queryKey: buildQueryKey('/site/users') })
    const { link } = await sendChange<{ link: string }>('POST', `/users/${id}/password_reset`, {})
    setCreatedUser({ id, name: values.text('real_name').trim(), link })
  }
  return (
    <SiteFrame title={words.title} intro={words.intro} path={[{ title: labels.title, href: '/site/users' }]}>
      <div className={styles.narrow}>
        <Form onSend={make} about="username">
          <TextField
            name="username"
            label={words.login}
            hint={words.loginHint}
            isRequired
            autoComplete="off"
            maxLength={30}
          />
          <TextField name="real_name" label={words.name} isRequired autoComplete="off" />
          <TextField name="email" type="email" label={words.email} isRequired autoComplete="off" />
          {session?.site.access_mode === 'restricted' && (
            <Choices label={words.status} name="status">
              {(['A', 'R'] as const).map((state) => (
                <Radio
                  key={state}
                  name="status"
                  value={state}
                  label={labels.statuses[state]}
                  hint={words.statusHints[state]}
                  defaultChecked={state === 'A'}
                />
              ))}
            </Choices>
          )}
          <FormActions>
            <Button type="submit" kind="primary">
              {words.submit}
            </Button>
            <LinkButton kind="quiet" href="/site/users">
              {texts.states.cancel}
            </LinkButton>
          </FormActions>
        </Form>
      </div>
      {createdUser !== null && (
        <Secret
          title={texts.site.user.resetDialog}
          label={texts.site.user.resetLabel}
          secret={createdUser.link}
          onClose={() => navigate(`/site/users/${createdUser.id}`, { replace: true })}
        >
          <p>{texts.site.user.resetExplain(createdUser.name)}</p>
        </Secret>
      )}
    </SiteFrame>
  )
}
