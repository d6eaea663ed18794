/** Values that a setting accepts: its parser, its schema in the API and its control in the form follow. */
export type SettingKind =
  | { readonly type: 'name' | 'url' | 'directory' | 'timezone' | 'flag' }
  | {
      readonly type: 'integer'
      readonly min: number
      readonly max: number
      /** Forms show bytes as MiB. */
      readonly unit?: 'bytes'
    }
  | { readonly type: 'choice'; readonly choices: readonly string[] }

/** Type of a value of a kind. */
export type ValueOf<Kind extends SettingKind> = Kind extends { readonly type: 'flag' }
  ? boolean
  : Kind extends { readonly type: 'integer' }
    ? number
    : ChoiceOf<Kind> extends never
      ? string
      : ChoiceOf<Kind>

export type ChoiceOf<Kind extends SettingKind> = Kind extends {
  readonly type: 'choice'
  readonly choices: readonly (infer Choice extends string)[]
}
  ? Choice
  : never

/** A name, on one line. */
export const name = { type: 'name' } as const
/** An http or https URL. */
export const url = { type: 'url' } as const
/** The absolute path of a directory on the server. */
export const directory = { type: 'directory' } as const
/** A time zone such as Europe/Paris. */
export const timezone = { type: 'timezone' } as const
export const flag = { type: 'flag' } as const

export const integer = (min: number, max: number) => ({ type: 'integer', min, max }) as const
export const bytes = (min: number, max: number) => ({ type: 'integer', min, max, unit: 'bytes' }) as const
export const choice = <const Choice extends string>(...choices: readonly Choice[]) =>
  ({ type: 'choice', choices }) as const
