import { settingDefinitions } from '../../../../src/site/model/setting-definitions.ts'
import type { SettingsRepresentation } from '../../../../src/site/representations/settings.ts'
import type { FormValues } from '../../design/form.tsx'

export type Settings = SettingsRepresentation

const mebibyte = 1_048_576

function isSize(name: keyof Settings): boolean {
  const { kind } = settingDefinitions[name]
  return kind.type === 'integer' && kind.unit === 'bytes'
}

/** Returns the text of the field; sizes are shown in mebibytes. */
export const formatSetting = (name: keyof Settings, value: Settings[keyof Settings]): string =>
  String(typeof value === 'number' && isSize(name) ? value / mebibyte : (value ?? ''))

/** Returns changed settings for the API; an invalid number is sent as typed, so that the API rejects it. */
export function collectChangedSettings(settings: Settings, values: FormValues): Readonly<Record<string, unknown>> {
  const changed: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(settings) as [keyof Settings, Settings[keyof Settings]][]) {
    if (typeof value === 'boolean') {
      if (values.isOn(name) !== value) changed[name] = !value
      continue
    }
    const text = values.text(name).trim()
    if (text === formatSetting(name, value)) continue
    changed[name] = settingDefinitions[name].kind.type === 'integer' ? numberIn(name, text) : text === '' ? null : text
  }
  return changed
}

function numberIn(name: keyof Settings, text: string): number | string | null {
  if (text === '') return null
  const number = Number(text)
  if (Number.isNaN(number)) return text
  return isSize(name) ? Math.round(number * mebibyte) : number
}
