import { Type } from '../../kit/values/schema.ts'
import { buildTextElement } from '../xml/xml-elements.ts'
import type { CriterionType } from './criterion-type.ts'

declare module '../model/definition.ts' {
  interface CriterionContentBy<ValueRef> {
    readonly text?: string
  }
}

export const text = {
  api: {
    schema: Type.String(),
    represent: (content) => content,
    parse: (value, { bind }) =>
      bind === null && (typeof value === 'string' || typeof value === 'number') ? `${value}` : undefined,
  },
  archive: {
    type: 'text',
    read: (value) => value.text,
    write: (content) => buildTextElement('criteria_value', content, { type: 'text' }),
  },
  mapReferences: (content) => content,
  toFilterValue: (content) => content,
} satisfies CriterionType<'text'>
