/**
 * Gives the memory of bytes back at once that nobody needs any more. Left to the collector, pieces by the thousand make
 * it look through everything else again and again, half of the time that an upload takes, and pile up meanwhile. Bytes
 * that share their memory with others are left alone.
 */
export function freeBuffer({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
