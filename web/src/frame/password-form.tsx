import type { ReactNode } from 'react'
import { sendChange } from '../data/client.ts'
import { Failure } from '../data/failure.ts'
import type { Session } from '../data/session.ts'
import { Button } from '../design/button.tsx'
import { PasswordField } from '../design/field.tsx'
import { Form, FormActions, type FormValues } from '../design/form.tsx'
import { showToast } from '../design/toast.tsx'
import { texts } from '../texts/texts.ts'

const words = texts.account.password

interface PasswordFormProps {
  readonly user: number
  readonly session: Session
  readonly onDone?: () => Promise<void>
}

/** A new password, with the one before. */
export function PasswordForm({ user, session, onDone }: PasswordFormProps): ReactNode {
  const send = async (values: FormValues): Promise<void> => {
    const current = values.text('current_password')
    await sendChange('PUT', `/users/${user}/password`, {
      password: values.text('password'),
      ...(current === '' ? {} : { current_password: current }),
    }).catch((thrown: unknown) => {
      throw thrown instanceof Failure ? atItsField(thrown) : thrown
    })
    showToast(words.changed)
    await onDone?.()
  }
  const isNew = session.site.password_min_length
  return (
    <Form onSend={send} isEmptied label={words.title}>
      {/* Password managers want to know whose it is. */}
      <input type="text" name="username" autoComplete="username" value={session.user?.username ?? ''} readOnly hidden />
      <PasswordField
        name="current_password"
        label={words.current}
        hint={session.method === 'password' ? undefined : words.currentUnless}
        isRequired={session.method === 'password'}
        autoComplete="current-password"
      />
      <PasswordField
        name="password"
        label={words.fresh}
        hint={words.freshHint(isNew)}
        minLength={isNew}
        isRequired
        autoComplete="new-password"
      />
      <FormActions>
        <Button type="submit">{words.submit}</Button>
      </FormActions>
    </Form>
  )
}

function atItsField(failure: Failure): Failure {
  if (failure.details['needs'] === 'current_password') {
    return new Failure(words.wrong, failure.status, { field: 'current_password' })
  }
  const isOfNew = failure.status === 400
  return isOfNew ? new Failure(failure.message, failure.status, { field: 'password' }) : failure
}
