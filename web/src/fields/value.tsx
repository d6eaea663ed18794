import type { ReactNode } from 'react'
import type { ValueProps } from './field-type.ts'
import { getFieldType } from './registry.ts'
import { EmptyValue } from './values/empty-value.tsx'

/** The value of one field. */
export const Value = (props: ValueProps): ReactNode => {
  const { renderValue } = getFieldType(props.entry.type)
  return renderValue === undefined ? <EmptyValue /> : renderValue(props)
}
