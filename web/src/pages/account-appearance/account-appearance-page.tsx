import { type ReactNode, useState } from 'react'
import { sendChange } from '../../data/client.ts'
import { Failure } from '../../data/failure.ts'
import { useChange, useResource } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Choices, Radio } from '../../design/checkbox.tsx'
import { chooseDensity, densities, getChosenDensity } from '../../design/density.ts'
import { Form } from '../../design/form.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Section } from '../../design/section.tsx'
import { Select } from '../../design/select.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { chooseTheme, themes, useTheme } from '../../design/theme.ts'
import { showToast } from '../../design/toast.tsx'
import { AccountFrame } from '../../frame/account-frame.tsx'
import { switchLanguage } from '../../frame/switch-language.ts'
import { languages, pageLanguage } from '../../texts/language.ts'
import { texts } from '../../texts/texts.ts'
import styles from './account-appearance-page.module.css'
import { ShortcutSettings } from './shortcut-settings.tsx'

const words = texts.account.appearance

/** How these pages look: some of it belongs to the device, some to the account. */
export const AccountAppearancePage = (): ReactNode => (
  <AccountFrame title={words.title} intro={words.intro}>
    {(self) => (
      <>
        <Section title={words.here} hint={words.hereHint} width="narrow">
          <Here />
        </Section>
        <Section title={words.everywhere} hint={words.everywhereHint} width="narrow">
          <LanguageChoice />
          <NameStyleChoice user={self.id} />
          <TextFormatChoice user={self.id} />
        </Section>
        <Section title={texts.keyboard.section} hint={texts.keyboard.sectionHint} anchor="keyboard" width="narrow">
          <ShortcutSettings user={self.id} />
        </Section>
      </>
    )}
  </AccountFrame>
)

function Here(): ReactNode {
  const theme = useTheme()
  const [density] = useState(getChosenDensity)
  return (
    <div className={styles.choices}>
      <Choices label={words.theme}>
        {themes.map((each) => (
          <Radio
            // The menu above chooses as well.
            key={`${each} ${each === theme}`}
            name="theme"
            value={each}
            label={texts.frame.themes[each]}
            defaultChecked={each === theme}
            onChoose={() => chooseTheme(each)}
          />
        ))}
      </Choices>
      <Choices label={words.density}>
        {densities.map((each) => (
          <Radio
            key={each}
            name="density"
            value={each}
            label={words.densities[each]}
            hint={words.densityHints[each]}
            defaultChecked={each === density}
            onChoose={() => chooseDensity(each)}
          />
        ))}
      </Choices>
      <p className={styles.motion}>{words.motion}</p>
    </div>
  )
}

/** The page reloads, so there is no message that it was saved. */
function LanguageChoice(): ReactNode {
  const { data: session } = useSession()
  return (
    <Form onSend={async () => undefined}>
      <Select
        name="language"
        label={words.language}
        hint={words.languageHint}
        isRequired
        options={languages.map((value) => ({ value, label: texts.frame.languages[value] }))}
        defaultValue={pageLanguage}
        onChange={(value) => {
          const language = languages.find((each) => each === value)
          if (language !== undefined) void switchLanguage(language, session)
        }}
      />
    </Form>
  )
}

interface PreferenceProps {
  readonly user: number
}

/** The session contains this preference, because every page uses it. */
function NameStyleChoice({ user }: PreferenceProps): ReactNode {
  const session = useSession()
  return (
    <Loaded from={session} skeleton={<Skeleton shape="rows" rows={1} />}>
      {({ name_style }) => (
        <PreferenceSelect
          user={user}
          name="username_display"
          label={words.names}
          labels={words.nameStyles}
          value={name_style ?? 'real'}
        />
      )}
    </Loaded>
  )
}

function TextFormatChoice({ user }: PreferenceProps): ReactNode {
  const name = 'user_edition_default_format'
  const preference = useResource<{ readonly value: string | false }>(`/users/${user}/preferences`, { key: name })
  return (
    <Loaded from={preference} skeleton={<Skeleton shape="rows" rows={1} />}>
      {({ value }) => (
        <PreferenceSelect
          user={user}
          name={name}
          label={words.format}
          labels={words.formats}
          value={value !== false && Object.hasOwn(words.formats, value) ? value : 'commonmark'}
        />
      )}
    </Loaded>
  )
}

interface PreferenceSelectProps extends PreferenceProps {
  /** As the API calls it. */
  readonly name: string
  readonly label: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: string
}

/** One of a few values, kept as soon as it is chosen. */
function PreferenceSelect({ user, name, label, labels, value }: PreferenceSelectProps): ReactNode {
  const path = `/users/${user}/preferences`
  const keep = useChange(
    (newValue: string) => sendChange('PATCH', path, { key: name, value: newValue }),
    [path, '/session'],
  )
  const choose = async (newValue: string): Promise<void> => {
    try {
      await keep.mutateAsync(newValue)
      showToast(words.saved)
    } catch (thrown) {
      showToast(thrown instanceof Failure ? thrown.message : texts.states.problem, 'negative')
    }
  }
  return (
    <Form onSend={async () => undefined}>
      <Select
        name={name}
        label={label}
        isRequired
        options={Object.entries(labels).map(([each, optionLabel]) => ({ value: each, label: optionLabel }))}
        defaultValue={value}
        onChange={(newValue) => void choose(newValue)}
      />
    </Form>
  )
}
