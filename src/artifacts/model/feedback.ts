import { joinMessages, type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'

/** More lines would only repeat the same kinds of problems. */
const maxLines = 1000

const joinLines = (problems: readonly Message[], toLine: (problem: Message) => Message): Message =>
  joinMessages(problems.slice(0, maxLines).map(toLine), '')

/** docs/api/artifacts.md §5.3: throws all problems of a request, one per line, or returns if there are none. */
export function assertNoErrors(problems: readonly Message[]): void {
  if (problems.length > 0)
    throw new Refusal(
      'invalid',
      joinLines(problems, (each) => message`error: ${each}\n`),
    )
}

/** Variant for values of an update, without level (docs/api/artifacts.md §3.8). */
export function assertNoValueErrors(problems: readonly Message[]): void {
  if (problems.length > 0)
    throw new Refusal(
      'invalid',
      joinLines(problems, (each) => message`${each}\n`),
    )
}
