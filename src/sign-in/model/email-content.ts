/** What a security notice reports. */
export interface EmailContent {
  readonly subject: string
  readonly lines: readonly string[]
  /** Page on which the owner can review and revert the change. */
  readonly page: string
}
