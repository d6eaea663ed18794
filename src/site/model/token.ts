/** Specification: a token is valid for 24 hours. */
export const tokenSeconds = 86_400
