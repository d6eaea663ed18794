/** What a security notice reports. */
export interface EmailContent {
  readonly subject: string
  readonly lines: readonly string[]
}
