import type { DescribeContext } from '../contexts/describe-context.ts'
import type { Bindings } from '../field-type/field-type.ts'
import type { Field } from '../model/field.ts'
import { representSpecificProperties } from '../model/properties.ts'
import { getFieldType } from './registry.ts'

/** The members of a form element that depend on its type (docs/api/trackers.md §3.5). */
export interface FieldDescription {
  readonly values: unknown
  readonly bindings: Bindings
  readonly default_value: unknown
  readonly specific_properties: Readonly<Record<string, unknown>> | readonly never[]
  /** Keys after `label_decorators`; spread them last. */
  readonly extra: Readonly<Record<string, unknown>>
}

const noBindings: Bindings = { type: null, list: [] }

/** Describes a form element as its type defines it; permissions are added by the trackers slice. */
export function describeField(field: Field, context: DescribeContext): FieldDescription {
  const { structure } = getFieldType(field.type)
  return {
    values: structure.values?.(field, context) ?? null,
    bindings: structure.bindings?.(field, context) ?? noBindings,
    default_value: structure.defaultValue?.(field, context) ?? null,
    specific_properties:
      structure.specificProperties?.(field) ?? representSpecificProperties(structure.properties, field),
    extra: structure.extra?.(field, context) ?? {},
  }
}
