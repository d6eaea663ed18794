/** Exit codes of the process that creates previews. */
export const pictureExtensions = { made: 0, unreadable: 2, noLibrary: 3 } as const
