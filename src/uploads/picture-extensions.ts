/** How the process that makes a picture smaller says how it went. */
export const pictureExtensions = { made: 0, unreadable: 2, noLibrary: 3 } as const
