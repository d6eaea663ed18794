/** Whether two lists have the same members, in any order. */
export function hasSameMembers<T>(a: readonly T[], b: readonly T[]): boolean {
  const [left, right] = [new Set(a), new Set(b)]
  return left.size === right.size && [...left].every((each) => right.has(each))
}
