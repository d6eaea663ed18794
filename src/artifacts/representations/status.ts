import { Type } from '../../kit/values/schema.ts'

/** docs/api/artifacts.md §2.2; null: no status, or none that the caller can read. */
export const StatusRepresentation = Type.Union([
  Type.Object(
    { value: Type.String(), color: Type.Union([Type.String(), Type.Null()]) },
    { title: 'Status', additionalProperties: false },
  ),
  Type.Null(),
])
