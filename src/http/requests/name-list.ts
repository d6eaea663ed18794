import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { splitNameList } from '../../kit/text/split-name-list.ts'

/** Parses a comma-separated list of known names; '' is the empty list. */
export function parseNameList<Name extends string>(
  parameter: string,
  text: string,
  allowedNames: readonly Name[],
): ReadonlySet<Name> {
  const names = splitNameList(text)
  const isKnown = (name: string): name is Name => (allowedNames as readonly string[]).includes(name)
  const unknown = names.find((name) => !isKnown(name))
  if (unknown !== undefined)
    throw new Refusal(
      'invalid',
      message`Invalid value specified for \`${parameter}\`: "${unknown}". Expected one of (${allowedNames.join(',')}).`,
    )
  return new Set(names.filter(isKnown))
}
