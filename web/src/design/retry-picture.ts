const maxAttempts = 5

/**
 * Loads a picture of this site again if it could not be loaded, after 1, 2, 4, 8 and 16 seconds: a text may arrive
 * before the file that it shows is attached.
 */
export function retryPicture(picture: HTMLImageElement): void {
  if (URL.parse(picture.src)?.origin !== location.origin) return
  let attempts = 0
  picture.addEventListener('error', () => {
    if (attempts === maxAttempts) return
    const pauseMs = 1000 * 2 ** attempts
    attempts += 1
    setTimeout(() => {
      if (picture.isConnected) picture.setAttribute('src', picture.src)
    }, pauseMs)
  })
}
