import type { ReactNode } from 'react'
import { RichText } from '../design/rich-text.tsx'
import { getFieldType } from '../fields/registry.ts'
import type { PositionedField } from './arrange-fields.ts'
import { EditableBlock } from './editable-block.tsx'

/** The long values of an artifact. */
export const TextBlocks = ({ fields }: { readonly fields: readonly PositionedField[] }): ReactNode =>
  fields.map(({ field, entry }) =>
    getFieldType(field.type).layout === 'text' ? (
      <RichText key={field.field_id} html={typeof field.default_value === 'string' ? field.default_value : ''} />
    ) : (
      <EditableBlock key={field.field_id} field={field} entry={entry} />
    ),
  )
