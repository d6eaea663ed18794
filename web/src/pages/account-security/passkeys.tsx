import { type ReactNode, useState } from 'react'
import { sendChange } from '../../data/client.ts'
import { useChange } from '../../data/queries.ts'
import { buildFactorsUrl, type Passkey, type Proof, type SecondFactors } from '../../data/second-factors.ts'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { Dialog, DialogActions } from '../../design/dialog.tsx'
import { TextField } from '../../design/field.tsx'
import { Form } from '../../design/form.tsx'
import { Icon } from '../../design/icon.tsx'
import { Section } from '../../design/section.tsx'
import { showToast } from '../../design/toast.tsx'
import { PasskeySetUp } from '../../frame/passkey-set-up.tsx'
import { RecoveryCodes } from '../../frame/recovery-codes.tsx'
import { useReauthentication } from '../../frame/use-reauthentication.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './account-security-page.module.css'

const words = texts.account.factors.passkeys

export interface FactorsProps {
  readonly user: number
  readonly factors: SecondFactors
}

/** Passkeys: added, called otherwise, taken off. */
export function Passkeys({ user, factors }: FactorsProps): ReactNode {
  const path = buildFactorsUrl(user)
  const { prove, dialog } = useReauthentication(factors.totp?.is_on ?? false)
  const remove = useChange(
    ({ id, proof }: { readonly id: number; readonly proof: Proof }) =>
      sendChange('DELETE', `${path}/passkeys/${id}`, proof),
    [path],
  )
  return (
    <Section title={words.title} hint={words.hint} width="narrow">
      {factors.passkeys.length === 0 ? (
        <p className={styles.since}>{words.empty}</p>
      ) : (
        <ul className={styles.passkeys}>
          {factors.passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              path={path}
              onRemove={async () => {
                await prove((proof) => remove.mutateAsync({ id: passkey.id, proof }))
                showToast(words.removed)
              }}
            />
          ))}
        </ul>
      )}
      <Add user={user} prove={prove} />
      {dialog}
    </Section>
  )
}

interface AddProps {
  readonly user: number
  readonly prove: ReturnType<typeof useReauthentication>['prove']
}

function Add({ user, prove }: AddProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>([])
  const renew = useChange(async () => undefined, [buildFactorsUrl(user)])
  return (
    <div>
      <Dialog
        title={words.dialog}
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={<Button icon="plus">{words.add}</Button>}
      >
        <PasskeySetUp
          user={user}
          prove={prove}
          onDone={(recoveryCodes) => {
            setOpen(false)
            setCodes(recoveryCodes)
            renew.mutate(undefined)
            showToast(words.added)
          }}
        />
      </Dialog>
      {codes.length > 0 && <RecoveryCodes codes={codes} onClose={() => setCodes([])} />}
    </div>
  )
}

interface PasskeyRowProps {
  readonly passkey: Passkey
  readonly path: string
  readonly onRemove: () => Promise<void>
}

function PasskeyRow({ passkey, path, onRemove }: PasskeyRowProps): ReactNode {
  const label = passkey.label ?? ''
  return (
    <li>
      <Icon name="key" />
      <div className={styles.words}>
        <p className={styles.label}>{label}</p>
        <p className={styles.since}>
          {words.created} <DateTime at={passkey.created_on} /> · {words.used}{' '}
          {passkey.last_used_on === null ? words.never.toLowerCase() : <DateTime at={passkey.last_used_on} />}
        </p>
      </div>
      <div className={styles.actions}>
        <Rename label={label} path={`${path}/passkeys/${passkey.id}`} renews={path} />
        <Confirm
          trigger={
            <Button kind="quiet" label={words.removeOf(label)}>
              {words.remove}
            </Button>
          }
          title={words.removeTitle(label)}
          action={words.remove}
          onConfirm={onRemove}
        >
          {words.removeText}
        </Confirm>
      </div>
    </li>
  )
}

interface RenameProps {
  readonly label: string
  readonly path: string
  readonly renews: string
}

function Rename({ label, path, renews }: RenameProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const rename = useChange((name: string) => sendChange('PATCH', path, { label: name }), [renews])
  return (
    <Dialog
      title={words.renameOf(label)}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button kind="quiet" label={words.renameOf(label)}>
          {words.rename}
        </Button>
      }
    >
      <Form
        onSend={async (values) => {
          await rename.mutateAsync(values.text('label').trim())
          setOpen(false)
          showToast(words.renamed)
        }}
      >
        <TextField
          name="label"
          label={words.label}
          defaultValue={label}
          maxLength={100}
          autoComplete="off"
          isRequired
          autoFocus
        />
        <DialogActions>
          <Button onPress={() => setOpen(false)}>{texts.states.cancel}</Button>
          <Button type="submit" kind="primary">
            {words.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
