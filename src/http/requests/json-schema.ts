import type { Message } from '../../kit/messages/message.ts'

/** The keywords of JSON Schema that route schemas use. */
export interface JsonSchema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly default?: unknown
  readonly additionalProperties?: boolean | JsonSchema
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  /** Whether an empty element of XML is distinguished (`emptyElement`, ../schema.ts). */
  readonly '~emptyElement'?: true
  /** Whether the error of another type names the expected one, or the whole error (`hasTypeError`, ../schema.ts). */
  readonly '~typeError'?: true | Message
  /** How XML is read where the schema requires nothing (`hasShape`, ../schema.ts). */
  readonly '~shape'?: JsonSchema
}
