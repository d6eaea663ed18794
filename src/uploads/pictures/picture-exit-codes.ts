/** Exit codes of the process that creates previews. */
export const pictureExitCodes = { created: 0, unreadable: 2, noLibrary: 3 } as const
