/** docs/api/oauth2.md §6, in seconds. */
export const codeSeconds = 60
export const accessTokenSeconds = 3600
export const refreshTokenSeconds = 21_600
export const idTokenSeconds = 120
export const signingKeySeconds = 3600
