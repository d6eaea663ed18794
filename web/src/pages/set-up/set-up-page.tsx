import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { sendChange } from '../../data/client.ts'
import { clearCache, type Session, useSession } from '../../data/session.ts'
import { Button, LinkButton } from '../../design/button.tsx'
import { Choices, Radio } from '../../design/checkbox.tsx'
import { PasswordField, TextField } from '../../design/field.tsx'
import { Form, FormActions, FormSection, type FormValues } from '../../design/form.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { useTitle } from '../../design/title.ts'
import { showToast } from '../../design/toast.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './set-up-page.module.css'

const words = texts.signIn.setUp
const modes = ['anonymous', 'regular', 'restricted'] as const

/** The first visit of a server without accounts. */
export function SetUpPage(): ReactNode {
  const session = useSession()
  useTitle(words.title)
  return <Loaded from={session}>{({ site }) => (site.needs_setup ? <SetUp site={site} /> : <Over />)}</Loaded>
}

function SetUp({ site }: Pick<Session, 'site'>): ReactNode {
  const code = new URLSearchParams(useSearch()).get('code') ?? ''
  const [, navigate] = useLocation()
  const send = async (values: FormValues): Promise<void> => {
    await sendChange('POST', '/setup', {
      code: values.text('code').trim(),
      username: values.text('username').trim(),
      real_name: values.text('real_name').trim(),
      email: values.text('email').trim(),
      password: values.text('password'),
      site_name: values.text('site_name').trim(),
      access_mode: values.text('access_mode'),
      public_url: values.text('public_url').trim(),
    })
    await clearCache()
    showToast(words.ready)
    // It offers the ways to the first project.
    navigate('/projects', { replace: true })
  }
  return (
    <div className={styles.page} data-wide>
      <h1>{words.title}</h1>
      <p>{words.intro}</p>
      <Form onSend={send}>
        <TextField
          name="code"
          label={words.code}
          hint={words.codeHint}
          defaultValue={code}
          isCode
          isRequired
          autoComplete="off"
        />
        <FormSection title={words.you}>
          <div className={styles.pair}>
            <TextField name="username" label={words.login} isRequired autoComplete="username" />
            <TextField name="real_name" label={words.realName} isRequired autoComplete="name" />
          </div>
          <TextField name="email" type="email" label={words.email} isRequired autoComplete="email" />
          <PasswordField
            name="password"
            label={words.password}
            hint={words.passwordHint(site.password_min_length)}
            minLength={site.password_min_length}
            isRequired
            autoComplete="new-password"
          />
        </FormSection>
        <FormSection title={words.site}>
          <TextField name="site_name" label={words.name} defaultValue={site.name} isRequired />
          <TextField
            name="public_url"
            type="url"
            label={words.address}
            hint={words.addressHint}
            defaultValue={location.origin}
            isRequired
          />
          <Choices label={words.access} name="access_mode">
            {modes.map((mode) => (
              <Radio
                key={mode}
                name="access_mode"
                value={mode}
                label={words.accessModes[mode].label}
                hint={words.accessModes[mode].hint}
                defaultChecked={mode === site.access_mode}
              />
            ))}
          </Choices>
        </FormSection>
        <FormActions>
          <Button type="submit" kind="primary">
            {words.submit}
          </Button>
        </FormActions>
      </Form>
    </div>
  )
}

const Over = (): ReactNode => (
  <div className={styles.page}>
    <h1>{words.over}</h1>
    <p>{words.overText}</p>
    <LinkButton kind="primary" href="/login" isWide>
      {texts.frame.signIn}
    </LinkButton>
  </div>
)
