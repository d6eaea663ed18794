import type { Message } from '../../kit/messages/message.ts'
import type { RefusalCode, RemarkCode } from './finding-codes.ts'

/** Reports findings of one file. A problem prevents the import; a remark reports a correction. */
export interface FindingReporter {
  problem(code: RefusalCode, line: number | null, text: Message): void
  remark(code: RemarkCode, line: number | null, text: Message): void
}

/** Reports nothing, for a second pass over checked data. */
export const silentReporter: FindingReporter = { problem() {}, remark() {} }
