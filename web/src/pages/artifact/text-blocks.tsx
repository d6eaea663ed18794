import type { ReactNode } from 'react'
import { EditableBlock } from '../../artifact/editable-block.tsx'
import { RichText } from '../../design/rich-text.tsx'
import type { PositionedField } from './layout.ts'

/** The long values of an artifact. */
export const TextBlocks = ({ fields }: { readonly fields: readonly PositionedField[] }): ReactNode =>
  fields.map(({ field, entry }) =>
    field.type === 'staticrichtext' ? (
      <RichText key={field.field_id} html={typeof field.default_value === 'string' ? field.default_value : ''} />
    ) : (
      <EditableBlock key={field.field_id} field={field} entry={entry} />
    ),
  )
