/** A text for users: its English template is the key of its translations (docs/translation.md). */
export class Message {
  /** The text with `{0}`, `{1}` … for its values. */
  readonly template: string
  readonly values: readonly MessageValue[]

  constructor(template: string, values: readonly MessageValue[] = []) {
    this.template = template
    this.values = values
  }

  /** Returns the English text. */
  toString(): string {
    return fillTemplate(this.template, this.values)
  }

  /** JSON has the English text. */
  toJSON(): string {
    return this.toString()
  }
}

/** A message as stored JSON. */
export interface StoredMessage {
  readonly template: string
  readonly values: readonly (string | number | StoredMessage)[]
}

export const toStoredMessage = ({ template, values }: Message): StoredMessage => ({
  template,
  values: values.map((value) => (value instanceof Message ? toStoredMessage(value) : value)),
})

export const fromStoredMessage = ({ template, values }: StoredMessage): Message =>
  new Message(
    template,
    values.map((value) => (typeof value === 'object' ? fromStoredMessage(value) : value)),
  )

/** Names, numbers and input are inserted as they are; a message is translated. */
export type MessageValue = string | number | Message

/** Stands for a number that is not what was sent: an id beyond exact integers (`limitId`), or one that is not exact. */
const inexactNumber = '…'

/** Returns a number for a message. */
export const formatNumber = (number: number): string =>
  Math.abs(number) < Number.MAX_SAFE_INTEGER || Number.isNaN(number) ? `${number}` : inexactNumber

/** Creates a message: `` message`A file can have at most ${max} bytes` ``. */
export const message = (parts: TemplateStringsArray, ...values: readonly MessageValue[]): Message =>
  new Message(
    parts.reduce((template, part, i) => `${template}{${i - 1}}${part}`),
    values,
  )

/** Joins sentences, each of which is translated. */
export const joinMessages = (all: readonly Message[], separator = ' '): Message =>
  new Message(all.map((_, i) => `{${i}}`).join(separator), all)

/** Translations of one language: templates by English template. */
export type Catalogue = Readonly<Record<string, string>>

/** Returns the translation of a text; undefined: the catalogue does not have it. */
export function translateMessage(text: string | Message, catalogue: Catalogue): string | undefined {
  const { template, values } = typeof text === 'string' ? { template: text, values: [] } : text
  const hasWords = /\p{L}/u.test(template)
  const translated = hasWords ? (Object.hasOwn(catalogue, template) ? catalogue[template] : undefined) : template
  if (translated === undefined) return undefined
  return fillTemplate(
    translated,
    values.map((value) => (value instanceof Message ? (translateMessage(value, catalogue) ?? `${value}`) : value)),
  )
}

const fillTemplate = (template: string, values: readonly MessageValue[]): string =>
  values.length === 0
    ? template
    : template.replace(/\{(\d+)\}/g, (mark, i) => {
        const value = values[i] ?? mark
        return typeof value === 'number' ? formatNumber(value) : `${value}`
      })
