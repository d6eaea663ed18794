/** Returns a function that creates a value when it is first called, and returns it from then on. */
export function lazily<T extends object>(create: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= create()
    return value
  }
}
