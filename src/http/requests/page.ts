import { Type } from '../../kit/values/schema.ts'

/**
 * Query parameters `limit` and `offset`; values out of range are rejected, not adjusted (docs/api/rest-conventions.md
 * §1.6).
 */
export const buildPageParameters = (limits: {
  readonly default: number
  readonly min?: number
  readonly max: number
}) => ({
  limit: Type.Integer({
    description: `Number of items of a page, at most ${limits.max}.`,
    minimum: limits.min ?? 1,
    maximum: limits.max,
    default: limits.default,
  }),
  offset: Type.Integer({ description: 'Number of items to skip.', minimum: 0, default: 0 }),
})
