import { message } from '../../kit/messages/message.ts'
import { maxNameLength } from '../model/short-name.ts'
import type { Problems } from './problems.ts'

/** Checks the length of the name of an element. */
export function checkNameLength(name: string, problems: Problems): void {
  if (name.length > maxNameLength)
    problems.add(
      message`The element name "${name.slice(0, 40)}…" has ${name.length} characters; use at most ${maxNameLength}.`,
    )
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot represent them
const controlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/

/** Checks the label of an element or a value: archives would lose what XML cannot represent. */
export function checkLabel(label: string, problems: Problems): void {
  if (controlCharacter.test(label))
    problems.add(message`The label ${JSON.stringify(label.slice(0, 40))} has a control character; remove it.`)
}
