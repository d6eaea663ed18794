import type { Message } from '../../kit/messages/message.ts'

/** An archive cannot be read; the message is for the administrator who uploaded it. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveProblem'
  /** The text of `message`, for translations. */
  readonly text: Message

  constructor(text: Message) {
    super(`${text}`)
    this.text = text
  }
}
