import type { ReactNode } from 'react'
import {
  type SettingDefinition,
  type SettingTexts,
  settingDefinitions,
} from '../../../../src/site/model/setting-definitions.ts'
import { Checkbox, Choices, Radio } from '../../design/checkbox.tsx'
import { TextField } from '../../design/field.tsx'
import { Select } from '../../design/select.tsx'
import { pageLanguage } from '../../texts/language.ts'
import { formatSetting, type Settings } from './changed-settings.ts'

interface SettingControlProps {
  readonly name: keyof Settings
  readonly settings: Settings
}

/** The control of a setting, by the kind of its values. */
export function SettingControl({ name, settings }: SettingControlProps): ReactNode {
  const definition: SettingDefinition = settingDefinitions[name]
  const { kind, isOptional } = definition
  const value = settings[name]
  const { choices, ...texts } = definition[pageLanguage]
  switch (kind.type) {
    case 'flag':
      return <Checkbox name={name} {...texts} defaultChecked={value === true} />
    case 'choice':
      return <Choice name={name} {...texts} value={`${value}`} values={kind.choices} choices={choices ?? {}} />
    default:
      return (
        <TextField
          name={name}
          {...texts}
          inputMode={kind.type === 'integer' ? 'numeric' : undefined}
          defaultValue={formatSetting(name, value)}
          isRequired={!isOptional}
          autoComplete="off"
        />
      )
  }
}

interface ChoiceProps extends Pick<SettingTexts, 'label' | 'hint'> {
  readonly name: string
  readonly value: string
  readonly values: readonly string[]
  readonly choices: NonNullable<SettingTexts['choices']>
}

/** Values with hints are radio buttons, because a list has no place for them. */
function Choice({ name, label, hint, value, values, choices }: ChoiceProps): ReactNode {
  const options = values.map((each) => ({ value: each, label: each, ...choices[each] }))
  if (options.every((option) => option.hint === undefined))
    return <Select name={name} label={label} hint={hint} isRequired defaultValue={value} options={options} />
  return (
    <Choices label={label} hint={hint} name={name}>
      {options.map((option) => (
        <Radio key={option.value} name={name} {...option} defaultChecked={option.value === value} />
      ))}
    </Choices>
  )
}
