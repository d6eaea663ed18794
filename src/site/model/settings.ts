import { type SettingDefinition, settingDefinitions } from './setting-definitions.ts'

type Definitions = typeof settingDefinitions
export type SettingName = keyof Definitions

/** Settings of the site: changed by site administrators, effective from the next request of every node. */
export type Settings = {
  readonly [Name in SettingName]: Definitions[Name] extends SettingDefinition<infer Value> ? Value : never
}

/** Every setting, in display order. */
export const settingNames = Object.keys(settingDefinitions) as readonly SettingName[]

export const defaultSettings = mapSettings(({ initial }) => initial) as Settings

/** One-line descriptions: the command line and docs/configuration.md contain the same texts. */
export const settingMeanings = mapSettings(({ meaning }) => meaning)

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingDefinitions, name)

/** Returns a value for each setting. */
export function mapSettings<Mapped>(
  map: (definition: SettingDefinition, name: SettingName) => Mapped,
): Readonly<Record<SettingName, Mapped>> {
  return Object.fromEntries(settingNames.map((name) => [name, map(settingDefinitions[name], name)])) as Record<
    SettingName,
    Mapped
  >
}
