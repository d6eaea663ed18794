import { message } from '../../kit/messages/message.ts'
import type { Problems } from '../parse/problems.ts'

interface TakenNames {
  readonly names: ReadonlySet<string>
  readonly itemNames: ReadonlySet<string>
}

/**
 * docs/api/trackers.md §3.2, docs/api/archive-format.md §2.2: both names of a tracker are unique in the project, the
 * short name has a limited alphabet.
 */
export function checkTrackerNames(
  { name, itemName }: { readonly name: string; readonly itemName: string },
  used: TakenNames,
  problems: Problems,
): void {
  if (name === '') problems.add(message`A tracker requires a name.`)
  else if (used.names.has(name.toLowerCase())) problems.add(message`The project already has a tracker named "${name}".`)
  if (!/^[a-zA-Z0-9_]+$/.test(itemName)) {
    problems.add(message`The item_name "${itemName}" may only contain letters, digits and _.`)
  } else if (used.itemNames.has(itemName.toLowerCase())) {
    problems.add(message`The project already has a tracker with the item_name "${itemName}".`)
  }
}
