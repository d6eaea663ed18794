import type { FieldTypeName } from '../../fields/field.ts'

export const listTypes: readonly FieldTypeName[] = ['sb', 'rb', 'msb', 'cb']
export const numberTypes: readonly FieldTypeName[] = ['int', 'float', 'computed']
