/** Whether a text is an address that mail can go to: one sign @, nothing that would end a header. */
export const isEmailAddress = (text: string): boolean => /^[^\s@\p{Cc}<>]{1,64}@[^\s@\p{Cc}<>]{1,190}$/u.test(text)
