/** Describes the id in a path by the part before it: that of `/tracker_fields/:id` is the id of a tracker field. */
export function describePathId(url: string, name: string): string | undefined {
  const before = new RegExp(`/(\\w+)/:${name}(/|$)`).exec(url)?.[1]
  return before === undefined || name !== 'id' ? undefined : `Id of the ${singular(before).replaceAll('_', ' ')}.`
}

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/s$/, '')
