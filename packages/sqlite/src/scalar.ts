/** A value of a parameter or a column. */
export type Scalar = string | number | bigint | Uint8Array | null

/** Throws for values that drivers would convert silently (a Date vanishes, true becomes 1). */
export function toScalar(value: unknown, position: number): Scalar {
  if (typeof value === 'string' || value === null || Number.isFinite(value)) return value as string | number | null
  if (typeof value === 'bigint' || value instanceof Uint8Array) return value
  throw new TypeError(`Parameter ${position + 1} cannot be stored: ${describe(value)}`)
}

const describe = (value: unknown): string =>
  typeof value === 'object' ? `a ${value?.constructor?.name ?? 'object'}` : String(value)
