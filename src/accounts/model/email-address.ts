/** Returns whether a text is an email address: one @ and no characters that could end a header, or begin another address. */
export const isEmailAddress = (text: string): boolean => /^[^\s@\p{Cc}<>,;]{1,64}@[^\s@\p{Cc}<>,;]{1,190}$/u.test(text)
